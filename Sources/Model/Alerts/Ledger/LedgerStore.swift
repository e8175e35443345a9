package import Allergens
package import Foundation
package import People

/// What became of an alert on its way to a subscriber over one channel.
package enum DeliveryState: String, CaseIterable, Sendable, Codable {
    /// It waits to be sent.
    case queued
    /// It was handed on; whether it arrived is not known.
    case sent
    /// It lies in the inbox, or whoever received it has said so.
    case delivered
    /// It will not be tried again.
    case failed
    /// It was held back; the reason says why.
    case suppressed
    /// The alert had ended before it could be sent.
    case expired
}

/// Why something was held back.
package enum SuppressionReason: String, CaseIterable, Sendable, Codable {
    case quietHours = "quiet hours"
    /// The account had as many messages as one may have in a day.
    case limit
    /// The account was told the same a short while before.
    case duplicate
    /// The account is suspended: nothing is sent to it.
    case suspended
}

/// One line of the ledger that its subscriber reads: an alert in the inbox.
package struct LedgerEntry: Sendable, Identifiable {
    /// Grows in the order in which entries are written; the event id of live streams.
    package let id: Int64
    package let account: Account.ID
    package let alert: Alert
    package let concern: Concern
    /// Whether it was to disturb nobody, and so goes to no other channel and no open stream.
    package let isQuiet: Bool
    package let read: Date?

    package init(
        id: Int64, account: Account.ID, alert: Alert, concern: Concern, isQuiet: Bool = false,
        read: Date? = nil
    ) {
        self.id = id
        self.account = account
        self.alert = alert
        self.concern = concern
        self.isQuiet = isQuiet
        self.read = read
    }

    /// How an alert concerns a subscriber.
    package struct Concern: Hashable, Sendable {
        /// The names of the fences that say so.
        package let fences: [String]
        /// Metres from the nearest of these fences to the station, 0 when it stands inside.
        package let distance: Double?
        /// The allergen of the profile that brought it, when the alert's own is only confused with it.
        package let crossReaction: Allergen.ID?

        package init(fences: [String], distance: Double? = nil, crossReaction: Allergen.ID? = nil) {
            self.fences = fences
            self.distance = distance
            self.crossReaction = crossReaction
        }
    }
}

/// Which entries of an inbox are wanted, and in which order.
package struct InboxSpan: Sendable, Equatable {
    /// Those with numbers above this one; above 0 are all.
    package var after: Int64
    /// Those with numbers below this one.
    package var before: Int64
    /// Whether the newest come first.
    package var isNewestFirst: Bool

    package init(after: Int64 = 0, before: Int64 = .max, isNewestFirst: Bool = false) {
        (self.after, self.before, self.isNewestFirst) = (after, before, isNewestFirst)
    }

    /// All with numbers above one, the oldest first.
    package static func after(_ last: Int64) -> InboxSpan { InboxSpan(after: last) }
}

/// A line of the inbox as its owner reads it, with what became of the alert elsewhere.
package struct InboxEntry: Sendable, Identifiable {
    package let entry: LedgerEntry
    /// Why it disturbed nobody; `nil` when it did.
    package let reason: SuppressionReason?
    /// Its way over each channel that the account had when the alert was told, in their order.
    package let channels: [ChannelDelivery]

    package var id: Int64 { entry.id }

    package init(entry: LedgerEntry, reason: SuppressionReason?, channels: [ChannelDelivery]) {
        self.entry = entry
        self.reason = reason
        self.channels = channels
    }
}

/// What became of an alert over one channel.
package struct ChannelDelivery: Hashable, Sendable {
    /// `nil` when its owner has removed the channel since.
    package let channel: Channel.ID?
    package let kind: Channel.Kind?
    package let state: DeliveryState
    package let reason: SuppressionReason?
    /// How often it was tried.
    package let attempts: Int
    /// When it is tried next, or goes out with the digest; `nil` unless it is queued.
    package let due: Date?
    package let updated: Date

    package init(
        channel: Channel.ID?, kind: Channel.Kind?, state: DeliveryState, reason: SuppressionReason?,
        attempts: Int, due: Date?, updated: Date
    ) {
        self.channel = channel
        self.kind = kind
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.due = due
        self.updated = updated
    }
}

/// A line of the ledger that waits to be sent over a channel.
package struct OutgoingMessage: Sendable, Identifiable {
    /// The number of the line.
    package let id: Int64
    package let channel: Channel
    package let alert: Alert
    package let concern: LedgerEntry.Concern
    /// Whom it concerns, when that is not the reader.
    package let person: Person?
    package let language: Language
    package let tone: Tone
    package let units: Units
    /// Where the reader's clocks are.
    package let timeZone: TimeZone
    /// How often it was tried before.
    package let attempts: Int
    package let queued: Date

    package init(
        id: Int64, channel: Channel, alert: Alert, concern: LedgerEntry.Concern, person: Person? = nil,
        language: Language, tone: Tone, units: Units = .metric, timeZone: TimeZone = .gmt,
        attempts: Int, queued: Date
    ) {
        self.id = id
        self.channel = channel
        self.alert = alert
        self.concern = concern
        self.person = person
        self.language = language
        self.tone = tone
        self.units = units
        self.timeZone = timeZone
        self.attempts = attempts
        self.queued = queued
    }
}

/// What came of trying to send a message.
package enum SendingOutcome: Hashable, Sendable {
    /// It was handed on; whether it arrived is not known.
    case sent
    /// The receiver has said that it has it.
    case delivered
    /// It did not work now and is worth another try, not before `after` when the receiver names a time.
    case failed(String, retryAfter: Duration? = nil)
    /// It will never work with this channel: the receiver has refused for good.
    case refused(String)
    /// The channel is gone (a push subscription answered 404 or 410) and is to be removed.
    case gone
}
