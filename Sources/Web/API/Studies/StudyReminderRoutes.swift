import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import People

/// Reminders of a study, which people stop in their account, or by the link in each mail.
///
/// A GET of the link shows a page with a button and changes nothing, since scanners follow every link in an e-mail.
struct StudyReminderRoutes: Sendable {
    let store: any StudyPartStore
    let environment: APIEnvironment

    /// An answer takes a few dozen bytes.
    private static let bodyLimit = 4 << 10

    private enum Reply: String, CaseIterable {
        case stop
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.put, "/v1/me/studies/{study}/reminders", .subscriber, handler: change),
            Endpoint(.get, "/v1/study-reminders/{reminder}", .everyone, handler: show),
            Endpoint(.post, "/v1/study-reminders/{reminder}", .everyone, handler: stop),
        ]
    }

    private struct LinkAnswer: Encodable {
        let on: Bool
    }

    @Sendable private func change(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let isOn = try JSON.decodeStrictly(StudyRemindingRequest.self, from: body).on
        try await Problem.study {
            try await store.remind(isOn, of: context.study, as: context.account, at: environment.now())
        }
        return Response(status: .noContent)
    }

    @Sendable private func show(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try response(to: try await store.studyReminders(opening: token(context)), request)
    }

    @Sendable private func stop(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: Self.bodyLimit, as: .any)
        let word = try ReminderLinkRoutes.reply(Data(body.readableBytesView), request).answer
        var mistakes = Mistakes(.invalidReminders)
        _ = mistakes.word(word, at: "/answer", as: Reply.self)
        try mistakes.check()
        let link = try await store.stopStudyReminders(opening: token(context), at: environment.now())
        return try response(to: link, request)
    }

    private func token(_ context: BreatheContext) -> String { context.parameters.get("reminder") ?? "" }

    private func response(to link: StudyReminderLink?, _ request: Request) throws -> Response {
        guard let link else {
            guard request.wantsPage else { throw Problem(.unknownReminder) }
            let language = request.preferredLanguage
            return LinkPage(MessageCatalogue(language).invalidLinkPage, language: language)
                .response(.notFound)
        }
        guard request.wantsPage else {
            return try JSON.response(
                LinkAnswer(on: link.isOn), headers: [.cacheControl: Freshness.personal])
        }
        let phrases = MessageCatalogue(link.language, link.tone)
        return LinkPage(
            title: phrases.studyReminder.subject,
            body: link.isOn ? phrases.studyReminderQuestion : phrases.studyReminderStopped,
            choices: link.isOn ? [(Reply.stop.rawValue, phrases.studyReminderStop)] : [],
            language: link.language
        ).response(.ok)
    }
}
