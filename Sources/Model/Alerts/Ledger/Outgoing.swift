package import Foundation

/// Lines that may be sent now.
package struct OutboxClaim: Sendable {
    package let runs: [OutboxRun]
    /// Whether there may be more than these.
    package let isFull: Bool
    /// When the next line that is not due yet will be.
    package let nextDue: Date?

    package init(runs: [OutboxRun], isFull: Bool, nextDue: Date?) {
        self.runs = runs
        self.isFull = isFull
        self.nextDue = nextDue
    }
}

/// Lines of one channel, in the order in which they are to be sent.
package struct OutboxRun: Hashable, Sendable {
    /// Lines of one channel that are taken at a time: enough to keep it busy, too few to hold memory.
    package static let limit = 16

    package let channel: Int64
    package let kind: Channel.Kind
    /// Who takes the messages: host and port of the address, or the address itself for e-mail.
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

/// What is to be done with a line, or with all lines of a digest.
package struct PreparedSending: Sendable {
    package let channel: Channel
    /// What goes out, all in one call; empty when nothing is to be sent.
    package let messages: [OutgoingMessage]
    /// When the first try of the oldest of them was, if there was one.
    package let firstTry: Date?
    /// What is to be written down about the others.
    package let acts: [OutboxAct]

    package init(channel: Channel, messages: [OutgoingMessage], firstTry: Date?, acts: [OutboxAct]) {
        self.channel = channel
        self.messages = messages
        self.firstTry = firstTry
        self.acts = acts
    }
}

/// One thing that is written down about a line or a channel.
package enum OutboxAct: Hashable, Sendable {
    /// The line was tried, and waits no more.
    case tried(Int64, DeliveryState)
    /// The line is not sent.
    case dropped(Int64, DeliveryState, String)
    /// The line was tried, and will be again.
    case again(Int64, due: Date)
    /// A message arrived.
    case arrived(channel: Int64)
    /// A message did not arrive; a channel that has failed since `parkedSince` or longer is parked.
    case failing(channel: Int64, String, parkedSince: Date)
    /// The receiver refuses for good.
    case park(channel: Int64, String)
    /// The channel is no more.
    case remove(channel: Int64)
}

/// What keeps messages from being too many.
package enum OutboxLimits {
    /// Messages over one channel in ``limitSpan``.
    ///
    /// It is more than a bad day of the busiest season brings, and few enough that nobody's phone is flooded. What
    /// updates or cancels an alert is sent all the same.
    package static let messagesPerChannel = 100
    package static let limitSpan: TimeInterval = 24 * 3_600
    /// For how long people's reports of the same allergens are not told again over a channel, in seconds.
    package static let duplicateSpan: TimeInterval = 3_600
}
