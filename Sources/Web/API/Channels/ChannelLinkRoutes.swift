import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore

/// Links in e-mails: to confirm an address, and to unsubscribe.
///
/// Malware scanners follow every link in an e-mail. So a GET shows a page with a button and changes nothing,
/// and the page's POST does. Mail programs send the POST of the unsubscription by themselves (RFC 8058).
struct ChannelLinkRoutes: Sendable {
    let channels: any ChannelManaging

    /// The body of a one-click POST is `List-Unsubscribe=One-Click`; its content does not matter.
    private static let bodyLimit = 1 << 20

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/channels/{channel}/confirmation", .everyone) { request, context in
                try await show(Self.confirmation(request, context), request)
            },
            Endpoint(.post, "/v1/channels/{channel}/confirmation", .everyone) { request, context in
                try await follow(Self.confirmation(request, context), request)
            },
            Endpoint(.get, "/v1/channels/{channel}/unsubscription", .everyone) { request, context in
                try await show(Self.unsubscription(request, context), request)
            },
            Endpoint(.post, "/v1/channels/{channel}/unsubscription", .everyone) { request, context in
                try await follow(Self.unsubscription(request, context), request)
            },
        ]
    }

    private static func confirmation(_ request: Request, _ context: BreatheContext) -> ChannelLink {
        ChannelLink(
            purpose: .confirmation, channel: context.channelID, secret: request.text("code") ?? "")
    }

    private static func unsubscription(_ request: Request, _ context: BreatheContext) -> ChannelLink {
        ChannelLink(
            purpose: .unsubscription, channel: context.channelID, secret: request.text("token") ?? "")
    }

    private func show(_ link: ChannelLink, _ request: Request) async throws -> Response {
        try answer(link, try await channels.look(at: link), request, isDone: false)
    }

    private func follow(_ link: ChannelLink, _ request: Request) async throws -> Response {
        _ = try await request.bytes(upTo: Self.bodyLimit, as: .any)
        return try answer(link, try await channels.follow(link), request, isDone: true)
    }

    private func answer(
        _ link: ChannelLink, _ state: ChannelLink.State, _ request: Request, isDone: Bool
    ) throws -> Response {
        switch state {
        case .valid(let language, let tone):
            let page = MessageCatalogue(language, tone).page(of: link.purpose, isDone: isDone)
            return LinkPage(page, language: language).response(.ok)
        case .gone where link.purpose == .unsubscription:
            let language = request.preferredLanguage
            let page = MessageCatalogue(language).page(of: .unsubscription, isDone: true)
            return LinkPage(page, language: language).response(.ok)
        case .gone, .invalid:
            guard request.wantsPage else { throw Problem(.unknownChannel) }
            let language = request.preferredLanguage
            return LinkPage(MessageCatalogue(language).invalidLinkPage, language: language)
                .response(.notFound)
        }
    }
}

extension MessageCatalogue {
    fileprivate func page(of purpose: ChannelLink.Purpose, isDone: Bool) -> LinkText {
        switch purpose {
        case .confirmation: isDone ? confirmedPage : confirmationPage
        case .unsubscription: isDone ? unsubscribedPage : unsubscriptionPage
        }
    }
}

extension Request {
    /// Whether the answer is for a person with a browser.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }
}
