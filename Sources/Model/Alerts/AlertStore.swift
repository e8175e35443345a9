package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// The store of readings, fences and alerts, as far as raising alerts needs it.
package protocol AlertStore: Sendable {
    /// Runs acts in one transaction: either all of them are durable when this returns, or none has happened.
    ///
    /// - Parameters:
    ///   - acts: What to do in the transaction.
    ///   - committed: Called with the outcome once it is durable, before the next transaction begins. So
    ///     the consequences of two transactions follow in their order.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome,
        committed: @escaping @Sendable (Outcome) -> Void
    ) async throws -> Outcome

    /// Runs acts in one transaction that only stores past readings, without consequences.
    ///
    /// The acts look up the station of every reading in the same transaction, in which nobody else can remove
    /// it. So the store need not check again that it exists, which saves a sixth of the time of a large
    /// import.
    ///
    /// - Parameter acts: What to do in the transaction.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome

    /// Begins a dry run, in which submissions can be tried one after the other.
    func rehearsal() throws -> any AlertDryRun
}

/// A dry run: it starts from the store's state, and nobody else sees what is written in it.
package protocol AlertDryRun: Sendable {
    /// Runs acts that see what was tried here before.
    ///
    /// - Parameters:
    ///   - submission: The subject of the acts. They may touch nothing else in the store.
    ///   - acts: What to do.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be tried. The dry run is then unusable.
    func run<Outcome: Sendable>(
        _ submission: Submission,
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome
}

extension AlertStore {
    /// Runs acts in one transaction without consequences.
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts, committed: { _ in })
    }

    /// Runs acts in one transaction, as ``write(_:)`` does, for stores without a faster way.
    package func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts)
    }
}

/// What can be done inside one transaction of an ``AlertStore``.
package protocol AlertTransaction {
    /// Stores readings as if one after the other.
    ///
    /// Storing the same station, allergen, period and value again changes nothing.
    ///
    /// A different value replaces the former one, which is stored as a ``Revision`` with the submitter of the
    /// new one. The same value changes its quality only if its operator decides it is confirmed or dismissed.
    /// The mean of a day's hours gives way to the station's own value for the day, as long as that counts.
    ///
    /// - Returns: The outcome of each reading, in their order.
    func keep(
        _ readings: JudgedReadings, received: Date, by submitter: Submitter
    ) throws -> [KeptReading]

    /// The value in force for a period.
    ///
    /// A day's may be the mean of its hours.
    func kept(_ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period) throws -> KeptValue?

    /// Whether a station has a reading of any allergen on a day before `day`.
    func hasReading(at station: Station.ID, before day: CivilDate) throws -> Bool

    /// Decides about a stored value.
    ///
    /// - Returns: `nil` when there is no such value; otherwise whether its quality changed, and its day at
    ///   the station.
    func decide(
        _ quality: ReadingQuality, about allergen: Allergen.ID, at station: Station.ID,
        in period: Reading.Period, by submitter: Submitter, now: Date
    ) throws -> (isChanged: Bool, day: CivilDate, value: Double)?

    /// Stores a station's note about a day, in place of its former one.
    func keep(_ note: StationNote, received: Date) throws

    /// Stores a class stated by a station, in place of its former one on that scale.
    func keep(_ reading: ClassReading, received: Date) throws -> Keeping

    /// Stores a station's forecast.
    ///
    /// Of two forecasts for the same day, the one made later counts.
    func keep(_ forecast: Forecast, received: Date) throws -> Keeping

    /// The station, or `nil` when it is unknown.
    func station(_ id: Station.ID) throws -> Station?

    /// The newest value of every station that has one on `day` or the day before.
    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue]

    /// The value at a station on one day, measured or simulated.
    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue?

    /// The forecasts for a day from every station that has one.
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue]

    /// Visits every fence that watches an allergen, wants this kind of alert, is on at `now`, and has a box
    /// that touches `box`.
    ///
    /// The boxes give a superset: the visitor decides how the air is at a fence.
    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws

    /// Records the announcements at fences, or deletes them.
    func remember(_ announcements: [Fence.Number: Announcement?], of allergen: Allergen.ID) throws

    /// Adds an alert, without notifying anybody yet.
    func add(_ alert: Alert) throws

    /// Stores a person's report as part of an alert.
    ///
    /// A second report by the same person replaces the first.
    func keep(_ report: Report, in alert: Alert.ID, at now: Date) throws

    /// Removes an account with everything that belongs to it: fences, profile, credentials, channels, inbox,
    /// queued messages, and its reports, confirmations and flags.
    ///
    /// Nothing happens when the account does not exist.
    ///
    /// - Returns: The alerts in force that nobody supports any more.
    func remove(_ account: Account.ID, at now: Date) throws -> [Alert]

    /// Ends an alert, because another one replaces it or nobody supports it any more.
    func end(_ alert: Alert.ID, at now: Date) throws

    /// Notifies the accounts whose fences are concerned: writes the ledger, one line for each account and
    /// channel.
    ///
    /// Accounts that were already notified of the alert are not notified again.
    ///
    /// - Parameters:
    ///   - alert: An alert that was added.
    ///   - concerned: The fences, each with its distance from the station in metres.
    ///   - now: The time of the notification, which decides whether quiet hours apply.
    /// - Throws: Why nothing could be written.
    func tell(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws

    /// Notifies every account but `reporter` that has a fence touching the public cell of this position.
    ///
    /// The fence has to want reports and watch one of the alert's allergens. An alert without allergens
    /// concerns every fence that accepts such reports.
    func tell(of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date) throws

    /// Notifies everybody who was notified of an alert about the one that updates or cancels it.
    func tell(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws

    /// The fences with a due forecast round, at most `limit`, longest due first.
    ///
    /// They include rounds that are set more than a day ahead, which only a fast clock can have done.
    func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound]

    /// Records the day whose forecast was checked, if it was, and the time of the next check.
    func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws

    /// Makes rounds due again that checked a day's forecast before it changed, if that day is still ahead.
    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws

    /// The allergens with a forecast by any station for a day.
    func allergensForecast(for day: CivilDate) throws -> [Allergen.ID]

    /// Visits those of the fences that watch an allergen, each with the announced level of a day's forecast.
    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws

    /// Records the level of a forecast that was announced at fences.
    func rememberForecast(_ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate)
        throws

    /// The alerts about a station's allergen on a day that have neither ended nor expired, newest first.
    func standingAlerts(
        _ kind: Alert.Kind, at station: Station.ID, of allergen: Allergen.ID, day: CivilDate, at now: Date
    ) throws -> [Alert]
}

extension AlertTransaction {
    /// Stores a reading that was submitted by command.
    package func keep(
        _ reading: Reading, received: Date
    ) throws -> (keeping: Keeping, day: CivilDate) {
        try keep(reading, received: received, by: .command)
    }

    /// Stores one reading.
    package func keep(
        _ reading: Reading, received: Date, by submitter: Submitter
    ) throws -> (keeping: Keeping, day: CivilDate) {
        let kept = try keep(JudgedReadings([reading]), received: received, by: submitter)[0]
        return (kept.keeping, kept.day)
    }
}

/// The outcome of storing a row.
package enum Keeping: Hashable, Sendable {
    case accepted, replaced, unchanged
}

/// The outcome of storing a reading, and the day at its station to which it belongs.
package struct KeptReading: Hashable, Sendable {
    package var keeping: Keeping
    package let day: CivilDate

    package init(keeping: Keeping, day: CivilDate) {
        self.keeping = keeping
        self.day = day
    }
}

/// A fence that may be concerned, as the match needs it.
package struct WatchingFence {
    package let number: Fence.Number
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    package let anchorVector: UnitVector
    /// The radius in metres around the anchor that covers the whole fence: that of a circle.
    package let extent: Double
    package let gauge: Fence.Gauge
    /// The level from which the allergen counts here.
    package let threshold: Level
    package var announced: Announcement?
    /// Whether the fence contains a position.
    ///
    /// This costs most for a large polygon.
    package let holds: (Coordinate) throws -> Bool

    package init(
        number: Fence.Number, anchor: Coordinate, anchorVector: UnitVector, extent: Double,
        gauge: Fence.Gauge,
        threshold: Level, announced: Announcement?, holds: @escaping (Coordinate) throws -> Bool
    ) {
        self.number = number
        self.anchor = anchor
        self.anchorVector = anchorVector
        self.extent = extent
        self.gauge = gauge
        self.threshold = threshold
        self.announced = announced
        self.holds = holds
    }
}

/// A fence with a due forecast round.
package struct DueForecastRound: Sendable {
    package let fence: Fence.Number
    /// The time at which it became due.
    package let due: Date
    package let timeZone: TimeZone
    package let round: ForecastRound

    package init(fence: Fence.Number, due: Date, timeZone: TimeZone, round: ForecastRound) {
        self.fence = fence
        self.due = due
        self.timeZone = timeZone
        self.round = round
    }
}

/// The last level that was announced at a fence for an allergen, and the day of the newest value since.
package struct Announcement: Hashable, Sendable {
    package let level: Level
    package let day: CivilDate

    package init(level: Level, day: CivilDate) {
        self.level = level
        self.day = day
    }
}
