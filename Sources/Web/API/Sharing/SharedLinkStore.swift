package import Foundation
package import People
package import Sharing

/// Stores the links by which people share files.
package protocol SharedLinkStore: Sendable {
    /// The links of an account, the newest first, with each attempt to open them.
    func sharedLinks(of account: Account.ID, at now: Date) async throws -> [SharedLink]
    /// Keeps a link; `nil` if the account has ``SharedLink/limit`` open links.
    func share(
        _ draft: SharedLinkDraft, opening secret: String, of account: Account.ID, at now: Date
    ) async throws -> SharedLink?
    /// Closes a link, and deletes its files; `false` if the account has no such link.
    func closeLink(_ id: SharedLink.ID, of account: Account.ID, at now: Date) async throws -> Bool
    /// Opens a link, keeps who did, and tells its owner.
    func openLink(
        _ secret: String, by recipient: String, passcode: String?, at now: Date
    ) async throws -> SharedLinkAnswer
    /// A file of a link that was opened with a ticket; `nil` if the ticket is not valid any more.
    func sharedFile(
        _ position: Int, of secret: String, with ticket: String, at now: Date
    ) async throws -> SharedFile?
}
