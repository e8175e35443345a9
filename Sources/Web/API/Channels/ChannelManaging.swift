package import Alerts
package import People

/// The channels over which subscribers are notified; refuses with `ChannelObjection`.
package protocol ChannelManaging: Sendable {
    /// The key that browsers subscribe with: an uncompressed point on P-256 in base64url (RFC 8292, section 3.2).
    var pushKey: String { get }

    func channels(of account: Account.ID) async throws -> [Channel]
    /// Opens a channel; an e-mail address first receives only a confirmation request.
    func open(_ draft: ChannelDraft, for account: Account.ID) async throws -> Channel
    /// Changes the rhythm of a channel, unless it is `nil`, and resumes it.
    ///
    /// An unconfirmed address receives another confirmation request.
    func change(
        _ channel: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    /// Sends a test message now.
    func tryOut(_ channel: Channel.ID, of account: Account.ID) async throws -> SendingOutcome
    /// Gives a webhook another secret; the former one stays valid for a day.
    func renewSecret(of channel: Channel.ID, of account: Account.ID) async throws -> Channel
    /// Checks a link without following it.
    func look(at link: ChannelLink) async throws -> ChannelLink.State
    /// Follows a link; following it again changes nothing.
    func follow(_ link: ChannelLink) async throws -> ChannelLink.State
}
