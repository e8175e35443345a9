import Foundation
import HTTP
import HTTPTypes
import Help
import Hummingbird
import NIOCore
import People

/// What is sent to emergency contacts: the question whether they agree, test messages, and what became of all.
struct ContactRoutes: Sendable {
    let contactStore: any ContactStore
    /// Whether the service has a mail server.
    let isMailed: Bool
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        let one = "/v1/me/help/contacts/{contact}"
        return [
            Endpoint(.post, "\(one)/requests", .subscriber, for: .help, handler: ask),
            Endpoint(.post, "\(one)/tests", .subscriber, for: .help, handler: tryOut),
            Endpoint(.get, "/v1/me/help/letters", .subscriber, handler: letters),
        ]
    }

    @Sendable private func ask(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let contact = try await reachable(context)
        let kept = try await Problem.contact {
            try await contactStore.ask(contact, of: context.account, at: environment.now())
        }
        return try Self.answer(HelpAnswer<ContactDocument>(kept: kept))
    }

    @Sendable private func tryOut(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let contact = try await reachable(context)
        let letter = try await Problem.contact {
            try await contactStore.tryOut(contact, of: context.account, at: environment.now())
        }
        return try Self.answer(ContactLetterAnswer(letter))
    }

    @Sendable private func letters(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let log = try await contactStore.contactLog(of: context.account)
        return try Self.answer(ContactLogAnswer(log))
    }

    /// The contact that the path names, if the service can write to anybody.
    private func reachable(_ context: BreatheContext) async throws -> HelpID {
        let id = HelpID(rawValue: context.parameters.get("contact") ?? "")
        let known = try await contactStore.records(EmergencyContact.self, of: context.account)
        guard known.contains(where: { $0.id == id }) else { throw Problem(.unknownRecord) }
        guard isMailed else { throw Problem(ContactObjection.undeliverable(.noMail)) }
        return id
    }

    static func answer(_ value: some Encodable) throws -> Response {
        try JSON.response(value, headers: [.cacheControl: Freshness.personal])
    }
}

extension Problem {
    /// Performs an act on a contact, and explains a refusal to clients.
    static func contact<Value>(_ act: () async throws -> Value) async throws -> Value {
        do {
            return try await act()
        } catch let objection as ContactObjection {
            throw Problem(objection)
        }
    }

    init(_ objection: ContactObjection) {
        switch objection {
        case .unknown: self.init(.unknownRecord)
        case .undeliverable(let obstacle): self.init(.notDeliverable, obstacle.words)
        case .tooMany(let limit, let wait):
            self.init(.tooManyMessages, "At most \(limit) are sent in that time, so that nobody is flooded.")
            headers[.retryAfter] = String(Int(wait.rounded(.up)))
        }
    }
}

extension SOSCall.Obstacle {
    /// Why nothing can be delivered, for people who read answers of the API.
    fileprivate var words: String {
        switch self {
        case .noEmail: "It cannot be delivered: the contact has no e-mail address."
        case .notAsked: "It cannot be delivered: the contact was not asked yet whether they agree."
        case .unanswered: "It cannot be delivered: the contact has not agreed yet."
        case .declined:
            "It cannot be delivered: the contact does not want it. They can agree by the link that they have."
        case .noMail: "It cannot be delivered: no mail gateway is configured here."
        }
    }
}
