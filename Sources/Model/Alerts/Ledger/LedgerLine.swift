package import Allergens
package import Foundation
package import Geography
package import People

/// The number of lines of the ledger with the same outcome.
package struct LedgerTally: Sendable, Hashable {
    /// The kind of channel; `nil` for the inbox.
    package let channel: Channel.Kind?
    package let state: DeliveryState
    package let reason: String?
    package let count: Int

    package init(channel: Channel.Kind?, state: DeliveryState, reason: String?, count: Int) {
        self.channel = channel
        self.state = state
        self.reason = reason
        self.count = count
    }
}

/// One line of the ledger, as an operator reads it.
package struct LedgerLine: Sendable {
    package let account: String
    /// The account that signs in for it: the account itself, or a person's guardian.
    package let owner: Account.ID
    /// The kind of channel; `nil` for the inbox.
    package let channel: Channel.Kind?
    package let state: DeliveryState
    package let reason: String?
    package let attempts: Int
    package let created: Date
    package let updated: Date
    /// The time of the next attempt or of the digest; `nil` unless it is queued.
    package let due: Date?
    package let fences: [String]

    package init(
        account: String, owner: Account.ID, channel: Channel.Kind?, state: DeliveryState, reason: String?,
        attempts: Int,
        created: Date, updated: Date, due: Date?, fences: [String]
    ) {
        self.account = account
        self.owner = owner
        self.channel = channel
        self.state = state
        self.reason = reason
        self.attempts = attempts
        self.created = created
        self.updated = updated
        self.due = due
        self.fences = fences
    }
}

/// A fence that an alert did not concern.
package struct BystandingFence: Sendable {
    package let account: String
    /// The account that signs in for it: the account itself, or a person's guardian.
    package let owner: Account.ID
    package let name: String
    package let area: Fence.Area
    package let kinds: Set<Alert.Kind>
    package let gauge: Fence.Gauge
    /// The watched allergens of the alert, each with the level from which it counts.
    package let levels: [Allergen.ID: Level]
    package let acceptsUnsure: Bool
    package let starts: Date?
    package let ends: Date?
    package let changed: Date
    package let isReporter: Bool
    /// The public places of the alert: those of its reports, or the station's.
    package let places: [Coordinate]
    package let announced: Announcement?

    package init(
        account: String, owner: Account.ID, name: String, area: Fence.Area, kinds: Set<Alert.Kind>,
        gauge: Fence.Gauge,
        levels: [Allergen.ID: Level], acceptsUnsure: Bool, starts: Date?, ends: Date?, changed: Date,
        isReporter: Bool, places: [Coordinate], announced: Announcement?
    ) {
        self.account = account
        self.owner = owner
        self.name = name
        self.area = area
        self.kinds = kinds
        self.gauge = gauge
        self.levels = levels
        self.acceptsUnsure = acceptsUnsure
        self.starts = starts
        self.ends = ends
        self.changed = changed
        self.isReporter = isReporter
        self.places = places
        self.announced = announced
    }
}
