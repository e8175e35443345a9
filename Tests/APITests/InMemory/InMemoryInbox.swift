import Alerts
import Foundation
import People

@testable import API
@testable import HTTP

/// An inbox with two unread alerts, and a stream without events.
struct InMemoryInbox: InboxStore, LiveStreams {
    let asked: Guarded<[Account.ID]>

    func inbox(
        of account: Account.ID, and persons: [Account.ID], _ span: InboxSpan, unreadOnly: Bool, limit: Int
    ) async throws -> [InboxEntry] {
        asked.change { $0 += [account] + persons }
        return []
    }
    func unreadCount(of account: Account.ID, and persons: [Account.ID]) async throws -> Int { 2 }
    func mark(
        _ entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date?
    ) async throws -> Bool { entry == 7 }
    func markAll(
        upTo entry: Int64, of account: Account.ID, and persons: [Account.ID], readAt time: Date
    ) async throws -> Int { 1 }

    func open(
        for account: Account.ID, by visitor: Visitor, after last: Int64?
    ) async throws -> SilentStream? { SilentStream() }
}

struct SilentStream: EventStream {
    func begin(on connection: EventConnection) {}
    func begin(on connection: PipelinedEvents) {}
    func roomReturned() {}
    func connectionEnded() {}
}
