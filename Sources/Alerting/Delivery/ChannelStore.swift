package import Alerts
package import People

/// Where the channels of subscribers are kept.
package protocol ChannelStore: Sendable {
    /// The channels of an account, the oldest first.
    func channels(of account: Account.ID) async throws -> [Channel]
    /// The channel with an identifier, whosever it is.
    func channel(_ id: Channel.ID) async throws -> Channel?
    /// Keeps a new channel.
    ///
    /// - Throws: ``ChannelObjection/tooMany(limit:)`` or ``ChannelObjection/known``.
    func add(_ channel: Channel) async throws
    /// Changes a channel as it is at this moment: nothing else changes it meanwhile.
    ///
    /// - Parameters:
    ///   - id: Which channel.
    ///   - account: Its owner.
    ///   - alter: Changes the channel, quickly: other writers wait. What it throws leaves the channel as it was.
    /// - Returns: The channel as it is now, or `nil` when the owner has none with this identifier.
    /// - Throws: ``ChannelObjection/known``, and what `alter` throws.
    func change(
        _ id: Channel.ID, of account: Account.ID,
        _ alter: @escaping @Sendable (inout Channel) throws -> Void
    ) async throws -> Channel?
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    func profile(of account: Account.ID) async throws -> Profile
}
