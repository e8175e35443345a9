package import Allergens

/// Where the channels of subscribers are kept.
package protocol ChannelArchive: Sendable {
    /// The channels of an account, the oldest first.
    func channels(of account: Account.ID) async throws -> [Channel]
    /// The channel with an identifier, whosever it is.
    func channel(_ id: Channel.ID) async throws -> Channel?
    /// Keeps a new channel.
    ///
    /// - Throws: ``ChannelObjection/tooMany(limit:)`` or ``ChannelObjection/known``.
    func add(_ channel: Channel) async throws
    /// Replaces a channel of the same owner and kind; `false` when the owner has none with its identifier.
    func update(_ channel: Channel) async throws -> Bool
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    func profile(of account: Account.ID) async throws -> Profile
}
