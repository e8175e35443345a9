package import Alerts
package import People

/// Delivers messages over one kind of channel.
package protocol ChannelClient: Sendable {
    /// Sends one message, or several as one digest.
    ///
    /// - Parameters:
    ///   - messages: At least one message, all for one channel, in the order in which they were queued.
    ///   - channel: The channel to send over.
    /// - Returns: The outcome, which is the same for all messages.
    func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome

    /// Sends a test message, which says only that the channel works.
    ///
    /// - Parameters:
    ///   - channel: The channel to send over.
    ///   - profile: The owner's profile, for the language and tone.
    /// - Returns: The outcome.
    func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome
}
