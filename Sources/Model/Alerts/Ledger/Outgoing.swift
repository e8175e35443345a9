package import Foundation

/// Lines that may be sent now.
package struct OutboxClaim: Sendable {
    package let runs: [OutboxRun]
    /// Whether there may be more lines than these.
    package let isFull: Bool
    /// The time at which the next line becomes due.
    package let nextDue: Date?

    package init(runs: [OutboxRun], isFull: Bool, nextDue: Date?) {
        self.runs = runs
        self.isFull = isFull
        self.nextDue = nextDue
    }
}

/// Lines of one channel, in the order in which they are to be sent.
package struct OutboxRun: Hashable, Sendable {
    /// The number of lines taken from a channel at a time: enough to keep it busy, too few to fill the
    /// memory.
    package static let limit = 16

    package let channel: Int64
    package let kind: Channel.Kind
    /// The receiver of the messages: host and port of the address.
    ///
    /// It is empty for e-mail.
    package let host: String
    package let isDigest: Bool
    package var lines: [Int64]

    package init(channel: Int64, kind: Channel.Kind, host: String, isDigest: Bool, lines: [Int64]) {
        self.channel = channel
        self.kind = kind
        self.host = host
        self.isDigest = isDigest
        self.lines = lines
    }
}

/// What is sent over a channel in one call.
package enum OutgoingContent: Sendable {
    /// One alert, or several as one digest; may be empty.
    case alerts([OutgoingMessage])
    case reminder(OutgoingReminder)
    case notice(OutgoingNotice)
    /// Nothing: what was due is of no use any more.
    case nothing

    /// The numbers of its lines.
    package var lines: [Int64] {
        switch self {
        case .alerts(let messages): messages.map(\.id)
        case .reminder(let reminder): [reminder.line]
        case .notice(let notice): [notice.line]
        case .nothing: []
        }
    }

    /// The number of tries so far, of the line with the most.
    package var attempts: Int {
        switch self {
        case .alerts(let messages): messages.map(\.attempts).max() ?? 0
        case .reminder(let reminder): reminder.attempts
        case .notice(let notice): notice.attempts
        case .nothing: 0
        }
    }
}

/// The decisions about a line, or about all lines of a digest.
package struct PreparedSending: Sendable {
    package let channel: Channel
    /// What to send, all in one call.
    package let content: OutgoingContent
    /// The time of the first attempt for the oldest of its lines, if there was one.
    package let firstTry: Date?
    /// The acts to record for the other lines.
    package let acts: [OutboxAct]

    package init(channel: Channel, content: OutgoingContent, firstTry: Date?, acts: [OutboxAct]) {
        self.channel = channel
        self.content = content
        self.firstTry = firstTry
        self.acts = acts
    }
}

/// A record about a line or a channel.
package enum OutboxAct: Hashable, Sendable {
    /// The line's message is about to leave.
    case begun(Int64)
    /// The line was tried and no longer waits.
    case tried(Int64, DeliveryState)
    /// The line is not sent.
    case dropped(Int64, DeliveryState, String)
    /// The line was tried and will be retried.
    case again(Int64, due: Date)
    /// A message arrived.
    case arrived(channel: Int64)
    /// A message did not arrive.
    ///
    /// A channel that has been failing since `parkedSince` or longer is parked.
    case failing(channel: Int64, String, parkedSince: Date)
    /// The receiver refuses for good.
    case park(channel: Int64, String)
    /// The channel no longer exists.
    case remove(channel: Int64)
}

/// Limits on the number of messages.
package enum OutboxLimits {
    /// The largest number of messages over one channel in ``limitSpan``.
    ///
    /// It is more than a bad day of the busiest season brings, and few enough that nobody's phone is flooded.
    /// Updates and cancellations are sent all the same.
    package static let messagesPerChannel = 100
    /// The span of ``messagesPerChannel`` in seconds: a day.
    package static let limitSpan: TimeInterval = 24 * 3_600
    /// The seconds for which further reports of the same allergens are not sent over a channel.
    package static let duplicateSpan: TimeInterval = 3_600
}
