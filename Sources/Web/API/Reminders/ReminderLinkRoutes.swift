import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore

/// Answers to reminders, from a notification, an e-mail or a program, without signing in.
///
/// A GET shows a page with buttons and changes nothing, since scanners follow every link in an e-mail.
struct ReminderLinkRoutes: Sendable {
    let reminderStore: any ReminderStore
    let environment: APIEnvironment

    /// An answer takes a few dozen bytes.
    private static let bodyLimit = 4 << 10

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/reminders/{reminder}", .everyone, handler: show),
            Endpoint(.post, "/v1/reminders/{reminder}", .everyone, handler: answer),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let found = try await reminderStore.reminder(opening: token(context), at: environment.now())
        guard let found else { return try unknown(request) }
        guard request.wantsPage else { return try json(found) }
        let phrases = MessageCatalogue(found.language, found.tone)
        let body = found.isOver ? phrases.result(of: found) : phrases.reminderQuestion
        let choices =
            found.isOver ? [] : Reminder.Answer.allCases.map { ($0.rawValue, phrases.label(of: $0)) }
        return LinkPage(
            title: phrases.reminder(of: nil).subject, body: body, choices: choices, language: found.language
        ).response(.ok)
    }

    @Sendable private func answer(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: Self.bodyLimit, as: .any)
        let reply = try Self.reply(Data(body.readableBytesView), request).checked()
        let found = try await reminderStore.answer(reply, opening: token(context), at: environment.now())
        guard let found else { return try unknown(request) }
        guard request.wantsPage else {
            guard !found.isOver else { throw Problem(.reminderOver) }
            return try json(found)
        }
        let phrases = MessageCatalogue(found.language, found.tone)
        return LinkPage(
            title: phrases.reminder(of: nil).subject, body: phrases.result(of: found), choices: [],
            language: found.language
        ).response(.ok)
    }

    private func token(_ context: BreatheContext) -> String { context.parameters.get("reminder") ?? "" }

    /// The answer in a form or in JSON.
    static func reply(_ body: Data, _ request: Request) throws -> ReminderReply {
        let isForm = request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
        guard isForm else { return try JSON.decode(ReminderReply.self, from: body) }
        var form = URLComponents()
        form.percentEncodedQuery = String(decoding: body, as: UTF8.self)
        let answer = form.queryItems?.first { $0.name == "answer" }?.value
        return ReminderReply(answer: answer ?? "")
    }

    private func json(_ link: ReminderLink) throws -> Response {
        try JSON.response(ReminderReplyAnswer(link), headers: [.cacheControl: Freshness.personal])
    }

    private func unknown(_ request: Request) throws -> Response {
        guard request.wantsPage else { throw Problem(.unknownReminder) }
        let language = request.preferredLanguage
        return LinkPage(MessageCatalogue(language).invalidLinkPage, language: language).response(.notFound)
    }
}
