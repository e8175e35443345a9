import Alerts
import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import Localisation
import NIOCore

/// Answers to reminders of what people keep, from a notification, an e-mail or a program, without signing in.
///
/// Neither a page nor a document says what it is about. A GET changes nothing, since scanners follow every link
/// in an e-mail.
struct HelpReminderLinkRoutes: Sendable {
    let reminderStore: any HelpReminderStore
    let environment: APIEnvironment

    /// An answer takes a few dozen bytes.
    private static let bodyLimit = 4 << 10

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/help/reminders/{reminder}", .everyone, handler: show),
            Endpoint(.post, "/v1/help/reminders/{reminder}", .everyone, handler: answer),
        ]
    }

    private struct Answer: Encodable {
        let matter: HelpMatter
        let due: Date
        let answer: Intakes.State?
        let putOff: Date?
    }

    @Sendable private func show(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await reminderStore.helpReminder(opening: token(context), at: environment.now())
        guard let found else { return try unknown(request) }
        guard request.wantsPage else { return try json(found) }
        let phrases = MessageCatalogue(found.language, found.tone)
        let answers = found.isOver ? [] : found.matter.answers
        return page(
            found, body: found.isOver ? phrases.result(of: found) : phrases.reminderQuestion,
            choices: answers.map { ($0.rawValue, phrases.label(of: $0)) })
    }

    @Sendable private func answer(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: Self.bodyLimit, as: .any)
        let word = try ReminderLinkRoutes.reply(Data(body.readableBytesView), request).answer
        var mistakes = Mistakes(.invalidRecord)
        let reply = mistakes.word(word, at: "/answer", as: Intakes.State.self)
        try mistakes.check()
        guard let reply else { preconditionFailure("a word that is missing is a mistake") }
        let found = try await reminderStore.answer(
            reply, openingHelp: token(context), at: environment.now())
        guard let found else { return try unknown(request) }
        guard found.matter.answers.contains(reply) else {
            throw Problem(
                .invalidRecord,
                errors: [.init(pointer: "/answer", detail: "This reminder has no such answer.")])
        }
        guard request.wantsPage else {
            guard !found.isOver else { throw Problem(.reminderOver) }
            return try json(found)
        }
        return page(found, body: MessageCatalogue(found.language, found.tone).result(of: found), choices: [])
    }

    private func page(
        _ link: HelpReminderLink, body: String, choices: [(value: String, label: String)]
    ) -> Response {
        let phrases = MessageCatalogue(link.language, link.tone)
        return LinkPage(
            title: phrases.reminder(of: link.matter, for: nil).subject, body: body, choices: choices,
            language: link.language
        ).response(.ok)
    }

    private func token(_ context: BreatheContext) -> String { context.parameters.get("reminder") ?? "" }

    private func json(_ link: HelpReminderLink) throws -> Response {
        try JSON.response(
            Answer(matter: link.matter, due: link.due, answer: link.answer, putOff: link.putOff),
            headers: [.cacheControl: Freshness.personal])
    }

    private func unknown(_ request: Request) throws -> Response {
        guard request.wantsPage else { throw Problem(.unknownReminder) }
        let language = request.preferredLanguage
        return LinkPage(MessageCatalogue(language).invalidLinkPage, language: language).response(.notFound)
    }
}
