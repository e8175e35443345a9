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

    /// Sends a reminder, which can be answered from the message itself.
    func carry(_ reminder: OutgoingReminder, over channel: Channel) async -> SendingOutcome

    /// Sends a notice of something that happened to what the reader keeps here.
    func carry(_ notice: OutgoingNotice, over channel: Channel) async -> SendingOutcome

    /// Sends a test message, which says only that the channel works.
    ///
    /// - Parameters:
    ///   - channel: The channel to send over.
    ///   - profile: The owner's profile, for the language and tone.
    /// - Returns: The outcome.
    func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome
}

extension ChannelClient {
    /// Sends what is due over a channel, which is something.
    func carry(_ content: OutgoingContent, over channel: Channel) async -> SendingOutcome {
        switch content {
        case .alerts(let messages): await carry(messages, over: channel)
        case .reminder(let reminder): await carry(reminder, over: channel)
        case .notice(let notice): await carry(notice, over: channel)
        case .nothing: preconditionFailure("nothing is to be sent")
        }
    }
}
