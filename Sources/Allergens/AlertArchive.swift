package import Foundation
package import Geography

/// Where readings, fences and alerts are kept, as the way of an alert needs it.
package protocol AlertArchive: Sendable {
    /// Runs acts in one transaction: all of them are durable when this returns, or none has happened.
    ///
    /// - Parameters:
    ///   - acts: What to do in the transaction.
    ///   - committed: Called with the outcome once it is durable, before the next transaction begins: what follows
    ///     from two transactions follows in their order.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome
}

extension AlertArchive {
    /// Runs acts in one transaction that nothing follows from.
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts, committed: { _ in })
    }
}

/// What can be done inside one transaction of an ``AlertArchive``.
package protocol AlertTransaction {
    /// Keeps a reading; keeping the same station, allergen, period and value again changes nothing.
    ///
    /// - Returns: What became of it, and the day of its station that it belongs to.
    func keep(_ reading: Reading, received: Date) throws -> (keeping: Keeping, day: CivilDate)

    /// Keeps what a station expects; a later forecast for the same day replaces an earlier one.
    func keep(_ forecast: Forecast, received: Date) throws -> Keeping

    /// The station, when it is known.
    func station(_ id: Station.ID) throws -> Station?

    /// The newest value of every station that has one on `day` or the day before.
    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue]

    /// The fences whose boxes share a point with `box`, watch one of `allergens` and want this kind of alert.
    ///
    /// An empty set of allergens stands for all of them. The boxes are a superset: whether a fence really holds
    /// a position is for the caller to test.
    func fences(
        touching box: BoundingBox, watching allergens: AllergenSet, for kind: Alert.Kind
    ) throws -> [FenceCandidate]

    /// What was last announced at a fence.
    func announcement(at fence: Fence.ID, of allergen: Allergen.ID) throws -> Announcement?

    /// Remembers what was announced at a fence, or forgets it.
    func remember(_ announcement: Announcement?, at fence: Fence.ID, of allergen: Allergen.ID) throws

    /// Keeps an alert, with one ledger entry for each recipient.
    ///
    /// - Returns: The entries, in ledger order.
    func raise(_ alert: Alert, report: Report?, for recipients: [Recipient]) throws -> [LedgerEntry]
}

/// What became of a row that was to be kept.
package enum Keeping: Hashable, Sendable {
    case accepted, replaced, unchanged
}

/// A fence that may be concerned.
package struct FenceCandidate: Sendable {
    package let id: Fence.ID
    /// Grows with every change of the fence, so that its prepared area can be cached.
    package let version: Int64
    package let account: Account.ID
    package let name: String
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    /// Reads the area, which for a large polygon takes a while and is not needed when it is cached.
    package let area: @Sendable () throws -> Fence.Area
    package let levels: [Allergen.ID: Level]

    package init(
        id: Fence.ID, version: Int64, account: Account.ID, name: String, anchor: Coordinate,
        levels: [Allergen.ID: Level], area: @escaping @Sendable () throws -> Fence.Area
    ) {
        self.id = id
        self.version = version
        self.account = account
        self.name = name
        self.anchor = anchor
        self.area = area
        self.levels = levels
    }
}

/// The last level that was announced at a fence for an allergen, and the day of the newest value seen since.
package struct Announcement: Hashable, Sendable {
    package let level: Level
    package let day: CivilDate

    package init(level: Level, day: CivilDate) {
        self.level = level
        self.day = day
    }
}

/// A subscriber whom an alert concerns, and the names of the fences that say so.
package struct Recipient: Hashable, Sendable {
    package let account: Account.ID
    package let fences: [String]

    package init(account: Account.ID, fences: [String]) {
        self.account = account
        self.fences = fences
    }
}

/// One line of the ledger: an alert for a subscriber.
package struct LedgerEntry: Sendable, Identifiable {
    /// Grows in the order in which entries are written; the event id of live streams.
    package let id: Int64
    package let account: Account.ID
    package let alert: Alert
    package let fences: [String]

    package init(id: Int64, account: Account.ID, alert: Alert, fences: [String]) {
        self.id = id
        self.account = account
        self.alert = alert
        self.fences = fences
    }
}
