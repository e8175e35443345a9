package import Alerts
package import People

/// The ways by which subscribers are told beside the inbox; what cannot be done is a ``ChannelObjection``.
package protocol ChannelManaging: Sendable {
    /// The key that browsers subscribe with: an uncompressed point on P-256 in base64url (RFC 8292, section 3.2).
    var pushKey: String { get }

    func channels(of account: Account.ID) async throws -> [Channel]
    /// Opens a channel; to an e-mail address nothing but the question is sent whether it is theirs.
    func open(_ draft: ChannelDraft, for account: Account.ID) async throws -> Channel
    /// Changes how often a channel is used, unless that is `nil`, and sets it going again.
    ///
    /// The owner of an address that was not confirmed is asked again.
    func change(
        _ channel: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    /// Sends a message now, to see what comes of it.
    func tryOut(_ channel: Channel.ID, of account: Account.ID) async throws -> SendingOutcome
    /// Gives a webhook another secret; the one before stays in force for a day.
    func renewSecret(of channel: Channel.ID, of account: Account.ID) async throws -> Channel
    /// Looks whether a link is valid, without following it.
    func look(at link: ChannelLink) async throws -> ChannelLink.State
    /// Does what a link is for; doing it again changes nothing.
    func follow(_ link: ChannelLink) async throws -> ChannelLink.State
}
