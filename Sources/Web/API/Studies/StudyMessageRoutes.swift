import Forms
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Studies

/// What researchers write to all who take part in a study, or to one of them.
struct StudyMessageRoutes: Sendable {
    let store: any StudyStore
    let environment: APIEnvironment

    private struct Listing: Encodable {
        let messages: [StudyMessageDocument]
        let limit = StudyMessage.mostADay
    }

    var endpoints: [Endpoint] {
        let list = "\(ResearcherStudyRoutes.one)/messages"
        return [
            Endpoint(.get, list, .researcher, handler: self.list),
            Endpoint(.post, list, .researcher, handler: send),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let messages = try await Problem.study {
            try await store.messages(of: context.study, for: context.account)
        }
        return try JSON.response(
            Listing(messages: messages.map(StudyMessageDocument.init)),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func send(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        let asked = try JSON.decodeStrictly(StudyMessageRequest.self, from: body)
        let words = try asked.checked()
        let message = try await Problem.study {
            if let pseudonym = asked.to {
                return try await store.send(
                    words, to: pseudonym, in: context.study, by: context.account, at: environment.now())
            }
            return try await store.send(
                words, toPeopleOf: context.study, by: context.account, at: environment.now())
        }
        return try JSON.response(
            StudyMessageDocument(message), status: .created, headers: [.cacheControl: Freshness.personal])
    }
}

/// A message, in plain text.
struct StudyMessageRequest: StrictDocument {
    static let members: Set = ["words", "to"]

    let words: FormWording
    /// The pseudonym of the one person who is to read it; `nil` for all.
    let to: String?

    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> FormWording {
        var mistakes = Mistakes(.invalidStudy)
        if words.isEmpty { mistakes.note("/words", "Words are needed in at least one language.") }
        mistakes.wording(words, upTo: StudyMessage.longest, at: "/words")
        try mistakes.check()
        return words
    }
}

/// A message as it is read.
struct StudyMessageDocument: Encodable {
    let number: Int64
    let words: FormWording
    let written: Date
    let by: String?
    let told: Int?
    let to: String?

    init(_ message: StudyMessage) {
        (number, words, written) = (message.number, message.words, message.written)
        (by, told, to) = (message.author, message.told, message.receiver)
    }
}
