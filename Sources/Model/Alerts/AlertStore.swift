package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// Where readings, fences and alerts are kept, as the way of an alert needs it.
package protocol AlertStore: Sendable {
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

    /// Runs acts in one transaction that do no more than keep readings of the past, from which nothing follows.
    ///
    /// The station of every reading is looked up in the transaction, in which nobody else can remove it, and so the store
    /// need not look once more whether it is there: a sixth of the time of a large import.
    ///
    /// - Parameter acts: What to do in the transaction.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome

    /// A place where submissions can be tried, one after the other.
    func rehearsal() throws -> any AlertDryRun
}

/// Where submissions are tried: it begins as the store is, and nobody ever sees what is written there.
package protocol AlertDryRun: Sendable {
    /// Runs acts that see what was tried here before.
    ///
    /// - Parameters:
    ///   - submission: What the acts are about; they may meet nothing else of the store.
    ///   - acts: What to do.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be tried; the rehearsal is of no more use then.
    func run<Outcome: Sendable>(
        _ submission: Submission,
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome
}

extension AlertStore {
    /// Runs acts in one transaction that nothing follows from.
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts, committed: { _ in })
    }

    package func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any AlertTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts)
    }
}

/// What can be done inside one transaction of an ``AlertStore``.
package protocol AlertTransaction {
    /// Keeps readings as if one after the other; keeping the same station, allergen, period and value again changes
    /// nothing.
    ///
    /// Another value replaces the former one, which is kept as a ``Revision`` with who brought the new one. The same
    /// value changes its quality only where its operator decides: as confirmed or dismissed. The mean of a day's hours
    /// gives way to what the station says of the day itself, as long as that counts.
    ///
    /// - Returns: What became of each, in their order.
    func keep(
        _ readings: JudgedReadings, received: Date, by submitter: Submitter
    ) throws -> [KeptReading]

    /// The value that stands for a period: that of a day may be the mean of its hours.
    func kept(_ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period) throws -> KeptValue?

    /// Whether a station has a reading of any allergen on a day before `day`.
    func hasReading(at station: Station.ID, before day: CivilDate) throws -> Bool

    /// Decides about a value that is kept.
    ///
    /// - Returns: `nil` when there is no such value; else whether its quality changed, and its station's day.
    func decide(
        _ quality: ReadingQuality, about allergen: Allergen.ID, at station: Station.ID,
        in period: Reading.Period, by submitter: Submitter, now: Date
    ) throws -> (isChanged: Bool, day: CivilDate, value: Double)?

    /// Keeps what a station says about a day; it replaces what it said before.
    func keep(_ note: StationNote, received: Date) throws

    /// Keeps a class that a station states; it replaces what the station stated on that scale before.
    func keep(_ reading: ClassReading, received: Date) throws -> Keeping

    /// Keeps what a station expects; of two forecasts for the same day the one counts that was made later.
    func keep(_ forecast: Forecast, received: Date) throws -> Keeping

    /// The station, when it is known.
    func station(_ id: Station.ID) throws -> Station?

    /// The newest value of every station that has one on `day` or the day before.
    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue]

    /// What a station found, or what was simulated in its place, on one day.
    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue?

    /// What every station expects for a day that has a forecast for it.
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue]

    /// Visits every fence that watches an allergen, wants this kind of alert, is on at `now`, and whose box touches
    /// `box`.
    ///
    /// The boxes are a superset: how the air is at a fence is for the visitor to tell.
    func visitFences(
        touching box: BoundingBox, watching allergen: Allergen.ID, for kind: Alert.Kind, at now: Date,
        _ visit: (WatchingFence) throws -> Void
    ) throws

    /// Remembers what was announced at fences, or forgets it.
    func remember(_ announcements: [Fence.Number: Announcement?], of allergen: Allergen.ID) throws

    /// Keeps an alert, which nobody is told of yet.
    func add(_ alert: Alert) throws

    /// Keeps what a person reports as part of an alert; a second report of the same person replaces the first.
    func keep(_ report: Report, in alert: Alert.ID, at now: Date) throws

    /// Removes an account with everything that is its own: fences, profile, credentials, channels, inbox, what waits to
    /// be sent to it, and what it reported, confirmed and flagged. Nothing happens when there is no such account.
    ///
    /// - Returns: The standing alerts that nobody stands by any more.
    func remove(_ account: Account.ID, at now: Date) throws -> [Alert]

    /// Ends an alert, because another one takes its place or nobody stands by it any more.
    func end(_ alert: Alert.ID, at now: Date) throws

    /// Tells the accounts whose fences are concerned: writes the ledger, one line for each account and channel.
    ///
    /// An account that was told of the alert before is not told again.
    ///
    /// - Parameters:
    ///   - alert: An alert that was added.
    ///   - concerned: The fences, each with its distance from the station in metres.
    ///   - now: When they are told, which decides whether they want to be left in peace.
    /// - Throws: Why nothing could be written.
    func tell(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws

    /// Tells every account but `reporter` that has a fence which touches the public cell of this position, wants reports
    /// and watches one of the alert's allergens; an alert that names none concerns every fence that takes it.
    func tell(of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date) throws

    /// Tells everybody who was told of an alert of the one that updates or cancels it.
    func tell(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws

    /// The fences whose forecast is to be looked at, at most `limit`, with those first that have waited longest.
    ///
    /// A round that lies more than a day ahead, which only a clock that ran ahead can have set, is among them.
    func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound]

    /// Notes for which day the forecast was looked at, if it was, and when it is to be next.
    func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws

    /// Makes the rounds due again that looked at a day's forecast before it changed, where that day still lies ahead.
    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws

    /// The allergens that some station has a forecast of for a day.
    func allergensForecast(for day: CivilDate) throws -> [Allergen.ID]

    /// Visits those of the fences that watch an allergen, each with what was announced there of the forecast for a day.
    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws

    /// Remembers which level of a forecast was announced at fences.
    func rememberForecast(_ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate)
        throws

    /// The alerts about a station's allergen on a day that have neither ended nor expired, the newest first.
    func standingAlerts(
        _ kind: Alert.Kind, at station: Station.ID, of allergen: Allergen.ID, day: CivilDate, at now: Date
    ) throws -> [Alert]
}

extension AlertTransaction {
    /// Keeps a reading that came by command.
    package func keep(
        _ reading: Reading, received: Date
    ) throws -> (keeping: Keeping, day: CivilDate) {
        try keep(reading, received: received, by: .command)
    }

    /// Keeps one reading.
    package func keep(
        _ reading: Reading, received: Date, by submitter: Submitter
    ) throws -> (keeping: Keeping, day: CivilDate) {
        let kept = try keep(JudgedReadings([reading]), received: received, by: submitter)[0]
        return (kept.keeping, kept.day)
    }
}

/// What became of a row that was to be kept.
package enum Keeping: Hashable, Sendable {
    case accepted, replaced, unchanged
}

/// What became of a reading, and the day of its station that it belongs to.
package struct KeptReading: Hashable, Sendable {
    package var keeping: Keeping
    package let day: CivilDate

    package init(keeping: Keeping, day: CivilDate) {
        self.keeping = keeping
        self.day = day
    }
}

/// A fence that may be concerned, as a match needs it.
package struct WatchingFence {
    package let number: Fence.Number
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    package let anchorVector: UnitVector
    /// Metres from the anchor within which all of the fence lies: the radius of a circle.
    package let extent: Double
    package let gauge: Fence.Gauge
    /// From which level on the allergen counts here.
    package let threshold: Level
    package var announced: Announcement?
    /// Whether the fence holds a position; it costs most for a large polygon.
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

/// A fence whose forecast is to be looked at.
package struct DueForecastRound: Sendable {
    package let fence: Fence.Number
    /// When it was to be looked at.
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

/// The last level that was announced at a fence for an allergen, and the day of the newest value seen since.
package struct Announcement: Hashable, Sendable {
    package let level: Level
    package let day: CivilDate

    package init(level: Level, day: CivilDate) {
        self.level = level
        self.day = day
    }
}
