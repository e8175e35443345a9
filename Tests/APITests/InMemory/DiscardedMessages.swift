import Foundation
import People

@testable import API
@testable import HTTP

/// A message box that discards every message.
struct DiscardedMessages: MessageStore {
    func keep(
        _ draft: ContactMessage.Draft, of account: Account.ID?, isWaiting: Bool, at now: Date
    ) async throws {}
    func messages(before last: Int64, limit: Int) async throws -> [ContactMessage] { [] }
    func messages(of account: Account.ID) async throws -> [ContactMessage] { [] }
    func remove(_ message: ContactMessage.ID) async throws -> Bool { false }
}
