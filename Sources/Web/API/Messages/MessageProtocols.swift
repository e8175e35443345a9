package import Foundation
package import People

/// People's messages to the operators of the service.
package protocol MessageStore: Sendable {
    /// Stores a message of an account, or of somebody who is not signed in.
    ///
    /// If `isWaiting`, it also waits to be mailed to the operators.
    func keep(
        _ draft: ContactMessage.Draft, of account: Account.ID?, isWaiting: Bool, at now: Date
    ) async throws
    /// Messages with numbers below `last`, newest first, at most `limit`.
    func messages(before last: Int64, limit: Int) async throws -> [ContactMessage]
    /// All messages of an account, oldest first.
    func messages(of account: Account.ID) async throws -> [ContactMessage]
    /// Removes a message; `false` if there is none.
    func remove(_ message: ContactMessage.ID) async throws -> Bool
}
