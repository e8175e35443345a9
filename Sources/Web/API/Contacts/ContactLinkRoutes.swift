import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import Localisation
import NIOCore

/// The link in letters to emergency contacts, by which they agree, or end it, without an account.
///
/// A GET shows a page with buttons and changes nothing, since scanners follow every link in an e-mail.
struct ContactLinkRoutes: Sendable {
    let contactStore: any ContactStore
    let environment: APIEnvironment

    /// An answer takes a few dozen bytes.
    private static let bodyLimit = 4 << 10

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/contacts/{invitation}", .everyone, handler: show),
            Endpoint(.post, "/v1/contacts/{invitation}", .everyone, handler: answer),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await contactStore.invitation(opening: token(context), at: environment.now())
        return try response(to: found, request)
    }

    @Sendable private func answer(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: Self.bodyLimit, as: .any)
        let reply = try Self.reply(Data(body.readableBytesView), request).checked()
        let found = try await contactStore.answer(
            reply, opening: token(context), at: environment.now())
        return try response(to: found, request)
    }

    private func token(_ context: BreatheContext) -> String { context.parameters.get("invitation") ?? "" }

    /// The answer in a form or in JSON.
    private static func reply(_ body: Data, _ request: Request) throws -> ContactReply {
        let isForm = request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
        guard isForm else { return try JSON.decodeStrictly(ContactReply.self, from: body) }
        var form = URLComponents()
        form.percentEncodedQuery = String(decoding: body, as: UTF8.self)
        let answer = form.queryItems?.first { $0.name == "answer" }?.value
        return ContactReply(answer: answer ?? "")
    }

    private func response(to found: ContactInvitation?, _ request: Request) throws -> Response {
        guard let found else {
            guard request.wantsPage else { throw Problem(.unknownLink) }
            let language = request.preferredLanguage
            return LinkPage(MessageCatalogue(language).invalidLinkPage, language: language)
                .response(.notFound)
        }
        guard request.wantsPage else { return try ContactRoutes.answer(ContactReplyAnswer(found)) }
        let phrases = MessageCatalogue(found.language)
        let page = phrases.page(of: found)
        return LinkPage(
            title: page.title, body: page.body,
            choices: found.answers.map { ($0.rawValue, phrases.label(of: $0)) }, language: found.language
        ).response(.ok)
    }
}
