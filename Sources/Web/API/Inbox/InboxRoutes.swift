import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import People

/// The alerts sent to a subscriber, and which of them have been read.
struct InboxRoutes: Sendable {
    let profileStore: any ProfileStore
    let inboxStore: any InboxStore
    let personStore: any PersonStore
    let expertStore: any ExpertStore
    let environment: APIEnvironment

    /// The maximum number of entries in one answer.
    static let pageSize = 500

    private struct MarkRequest: Decodable { let until: Int64 }
    private struct MarkAnswer: Encodable { let marked: Int }
    private struct UnreadAnswer: Encodable { let unread: Int }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/me/alerts", .subscriber, handler: list),
            Endpoint(.get, "/v1/me/alerts/unread", .subscriber, handler: count),
            Endpoint(.put, "/v1/me/alerts/read", .subscriber, handler: markAll),
            Endpoint(.put, "/v1/me/alerts/{entry}/read", .subscriber, handler: mark),
            Endpoint(.delete, "/v1/me/alerts/{entry}/read", .subscriber, handler: unmark),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let profile = try await profileStore.profile(of: context.account)
        let persons = try await persons(of: context)
        let wanted = try await personStore.person(named: request.text("person"), of: context.guardian)
        let limit = try request.pageSize()
        let entries = try await inboxStore.inbox(
            of: wanted?.account ?? context.account, and: wanted == nil ? persons.map(\.account) : [],
            try request.inboxSpan(), unreadOnly: try request.flag("unread"), limit: limit)
        let phrases = MessageCatalogue(
            profile.language, profile.tone, units: profile.units, taxonomy: environment.taxonomy)
        let experts = try await experts(in: entries)
        let inbox = InboxAnswer(
            alerts: entries.map { InboxAnswer.Entry($0, persons, phrases, experts: experts) },
            next: entries.count == limit ? entries.last?.id : nil)
        return try JSON.response(inbox, headers: [.cacheControl: Freshness.personal])
    }

    /// The names of reporters that are those of experts.
    private func experts(in entries: [InboxEntry]) async throws -> Set<String> {
        var experts: Set<String> = []
        for name in Set(entries.compactMap { $0.entry.alert.testimony?.reporter }) {
            if try await expertStore.isExpert(named: name) { experts.insert(name) }
        }
        return experts
    }

    @Sendable private func count(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let persons = try await persons(of: context).map(\.account)
        let unread = try await inboxStore.unreadCount(of: context.account, and: persons)
        return try JSON.response(UnreadAnswer(unread: unread), headers: [.cacheControl: Freshness.personal])
    }

    /// The persons whose alerts the inbox also holds; a person's own inbox holds nobody else's.
    private func persons(of context: BreatheContext) async throws -> [Person] {
        context.person == nil ? try await personStore.persons(of: context.guardian) : []
    }

    @Sendable private func mark(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await mark(context, readAt: environment.now())
    }

    @Sendable private func unmark(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try await mark(context, readAt: nil)
    }

    private func mark(_ context: BreatheContext, readAt time: Date?) async throws -> Response {
        guard let entry = context.parameters.get("entry").flatMap(Int64.init),
            try await inboxStore.mark(
                entry, of: context.account, and: try await persons(of: context).map(\.account), readAt: time)
        else { throw Problem(.unknownEntry) }
        return Response(status: .noContent)
    }

    @Sendable private func markAll(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let body = try await request.bytes(upTo: BodyLimits.profile)
        let mark = try JSON.decode(MarkRequest.self, from: Data(body.readableBytesView))
        let marked = try await inboxStore.markAll(
            upTo: mark.until, of: context.account, and: try await persons(of: context).map(\.account),
            readAt: environment.now())
        return try JSON.response(MarkAnswer(marked: marked), headers: [.cacheControl: Freshness.personal])
    }
}

extension Request {
    /// The entries between two numbers, oldest or newest first.
    fileprivate func inboxSpan() throws -> InboxSpan {
        var span = InboxSpan(after: try cursor("after") ?? 0, before: try cursor("before") ?? .max)
        switch text("order") {
        case nil, "oldest": break
        case "newest": span.isNewestFirst = true
        default: throw Problem.parameter("order", "order is oldest or newest.")
        }
        return span
    }

    private func cursor(_ name: String) throws -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), number >= 0
        else { throw Problem.parameter(name, "\(name) is the id of an entry.") }
        return number
    }

    fileprivate func pageSize() throws -> Int {
        guard let text = text("limit") else { return InboxRoutes.pageSize }
        guard let number = Int(text), 1...InboxRoutes.pageSize ~= number
        else { throw Problem.parameter("limit", "limit is from 1 to \(InboxRoutes.pageSize).") }
        return number
    }
}
