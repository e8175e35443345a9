package import Allergens
package import Foundation

/// What subscribers react to, and how they wish to be told.
package protocol ProfileStore: Sendable {
    /// The profile of an account; that of everybody who has said nothing when it has none.
    func profile(of account: Account.ID) async throws -> Profile
    /// Keeps a profile; alerts follow it from now on.
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws
}

/// The alerts that subscribers were told of.
package protocol InboxStore: Sendable {
    /// The entries of an account with numbers above `last`, in order, at most `limit`.
    func inbox(
        of account: Account.ID, after last: Int64, unreadOnly: Bool, limit: Int
    ) async throws -> [InboxEntry]
    /// Marks an entry as read, or as unread when `time` is `nil`; `false` when there is none.
    func mark(_ entry: Int64, of account: Account.ID, readAt time: Date?) async throws -> Bool
    /// Marks all up to an entry as read, and tells how many were unread.
    func markAll(upTo entry: Int64, of account: Account.ID, readAt time: Date) async throws -> Int
}

/// Those who have an account.
package protocol AccountRegistry: Sendable {
    func account(_ id: Account.ID) async throws -> Account?
    /// Deletes an account with everything of its own; nothing more is sent to it.
    func delete(_ id: Account.ID) async throws
}
