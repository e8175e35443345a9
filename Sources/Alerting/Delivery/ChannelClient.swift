package import Alerts
package import People

/// Brings messages to one kind of channel.
package protocol ChannelClient: Sendable {
    /// Sends one message, or several as one digest.
    ///
    /// - Parameters:
    ///   - messages: At least one, all of one channel, in the order in which they were queued.
    ///   - channel: Where they go.
    /// - Returns: What came of it, the same for all of them.
    func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome

    /// Sends a message that says nothing but that the way is open, because its owner wants to know.
    ///
    /// - Parameters:
    ///   - channel: Where it goes.
    ///   - profile: How its owner is spoken to.
    /// - Returns: What came of it.
    func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome
}
