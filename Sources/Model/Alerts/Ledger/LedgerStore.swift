package import Allergens
package import Foundation
package import People

/// The state of an alert's delivery to a subscriber over one channel.
package enum DeliveryState: String, CaseIterable, Sendable, Codable {
    /// It waits to be sent.
    case queued
    /// It was handed over.
    ///
    /// Whether it arrived is not known.
    case sent
    /// It is in the inbox, or its receiver has acknowledged it.
    case delivered
    /// It failed and will not be retried.
    case failed
    /// It was held back for a reason.
    case suppressed
    /// The alert had ended before it could be sent.
    case expired
    /// The alert ended, or the program did, while it was being sent: it may have arrived.
    case unknown
}

/// Why a message was held back.
package enum SuppressionReason: String, CaseIterable, Sendable, Codable {
    case quietHours = "quiet hours"
    /// The account has reached its limit of messages per day.
    case limit
    /// The account was notified of the same a short while before.
    case duplicate
    /// The account is suspended, so nothing is sent to it.
    case suspended
}

/// A line of the ledger for its subscriber: an alert in the inbox.
package struct LedgerEntry: Sendable, Identifiable {
    /// Grows in the order in which entries are written.
    ///
    /// It is the event id of live streams.
    package let id: Int64
    package let account: Account.ID
    package let alert: Alert
    package let concern: Concern
    /// Whether the entry disturbs nobody, and so goes to no other channel and no open stream.
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

    /// The reason why an alert concerns a subscriber.
    package struct Concern: Hashable, Sendable {
        /// The names of the fences that the alert concerns.
        package let fences: [String]
        /// Metres from the nearest of these fences to the station; 0 when the station is inside.
        package let distance: Double?
        /// The allergen of the profile with which the alert's allergen cross-reacts, when that alone is the
        /// reason.
        package let crossReaction: Allergen.ID?

        package init(fences: [String], distance: Double? = nil, crossReaction: Allergen.ID? = nil) {
            self.fences = fences
            self.distance = distance
            self.crossReaction = crossReaction
        }
    }
}

/// The requested entries of an inbox, and their order.
package struct InboxSpan: Sendable, Equatable {
    /// Entries with numbers above this one; 0 means all.
    package var after: Int64
    /// Entries with numbers below this one.
    package var before: Int64
    /// Whether the newest entries come first.
    package var isNewestFirst: Bool

    package init(after: Int64 = 0, before: Int64 = .max, isNewestFirst: Bool = false) {
        (self.after, self.before, self.isNewestFirst) = (after, before, isNewestFirst)
    }

    /// All entries with numbers above one, oldest first.
    package static func after(_ last: Int64) -> InboxSpan { InboxSpan(after: last) }
}

/// An entry of the inbox as its owner reads it, with the alert's deliveries over channels.
package struct InboxEntry: Sendable, Identifiable {
    package let entry: LedgerEntry
    /// Why it disturbed nobody; `nil` when it did.
    package let reason: SuppressionReason?
    /// The deliveries over the channels that the account had at the time of the alert, in the order of the
    /// channels.
    package let channels: [ChannelDelivery]

    package var id: Int64 { entry.id }

    package init(entry: LedgerEntry, reason: SuppressionReason?, channels: [ChannelDelivery]) {
        self.entry = entry
        self.reason = reason
        self.channels = channels
    }
}

/// The delivery of an alert over one channel.
package struct ChannelDelivery: Hashable, Sendable {
    /// `nil` when the owner has removed the channel since.
    package let channel: Channel.ID?
    package let kind: Channel.Kind?
    package let state: DeliveryState
    package let reason: SuppressionReason?
    /// The number of attempts.
    package let attempts: Int
    /// The time of the next attempt or of the digest; `nil` unless it is queued.
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
    /// The person it concerns, unless that is the reader.
    package let person: Person?
    package let language: Language
    package let tone: Tone
    package let units: Units
    /// The time zone of the reader.
    package let timeZone: TimeZone
    /// The number of earlier attempts.
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

/// The outcome of an attempt to send a message.
package enum SendingOutcome: Hashable, Sendable {
    /// It was handed over.
    ///
    /// Whether it arrived is not known.
    case sent
    /// The receiver has acknowledged it.
    case delivered
    /// The attempt failed and should be repeated, after `retryAfter` if the receiver names a time.
    case failed(String, retryAfter: Duration? = nil)
    /// It will never succeed over this channel: the receiver has refused for good.
    case refused(String)
    /// The channel no longer exists (a push subscription answered 404 or 410) and has to be removed.
    case gone
}
