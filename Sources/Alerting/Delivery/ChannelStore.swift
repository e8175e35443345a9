package import Alerts
package import People

/// Stores the channels of subscribers.
package protocol ChannelStore: Sendable {
    /// The channels of an account, the oldest first.
    func channels(of account: Account.ID) async throws -> [Channel]
    /// The channel with an identifier, whatever account it belongs to.
    func channel(_ id: Channel.ID) async throws -> Channel?
    /// Stores a new channel.
    ///
    /// - Throws: ``ChannelObjection/tooMany(limit:)`` or ``ChannelObjection/known``.
    func add(_ channel: Channel) async throws
    /// Changes the current state of a channel atomically.
    ///
    /// - Parameters:
    ///   - id: The channel.
    ///   - account: The channel's owner.
    ///   - alter: Changes the channel. It must be quick, because other writers wait. If it throws, the
    ///     channel stays as it was.
    /// - Returns: The changed channel, or `nil` when the owner has no channel with this identifier.
    /// - Throws: ``ChannelObjection/known``, and what `alter` throws.
    func change(
        _ id: Channel.ID, of account: Account.ID,
        _ alter: @escaping @Sendable (inout Channel) throws -> Void
    ) async throws -> Channel?
    /// Removes a channel; `false` when the owner has none with this identifier.
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    func profile(of account: Account.ID) async throws -> Profile
}
