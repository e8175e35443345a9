package import Allergens
package import Foundation
package import Geography
package import Observations

/// Everything that can be done inside one transaction of an ``AlertStore``.
package typealias StoreTransaction = ReadingTransaction & StationAlertTransaction & ForecastTransaction

/// Looks up stations inside a transaction.
package protocol StationTransaction {
    /// The station, or `nil` when it is unknown.
    func station(_ id: Station.ID) throws -> Station?
}

/// Stores what stations report, inside a transaction.
package protocol ReadingTransaction: StationTransaction {
    /// Stores readings as if one after the other.
    ///
    /// Storing the same station, allergen, period and value again changes nothing.
    ///
    /// A different value replaces the former one, which is stored as a ``Revision`` with the submitter of the
    /// new one. The same value changes its quality only if its operator decides it is confirmed or dismissed.
    /// The mean of a day's hours gives way to the station's own value for the day, as long as that counts.
    ///
    /// - Returns: The outcome of each reading, in their order.
    func keep(readingsOf submission: Submission, received: Date) throws -> [KeptReading]

    /// The value in force for a period.
    ///
    /// A day's may be the mean of its hours.
    func kept(_ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period) throws -> KeptValue?

    /// The nearest stations, ``Station/mostNeighbours`` at most, within ``Station/neighbourhood`` and not
    /// simulated.
    func neighbours(of station: Station) throws -> [Station.ID]

    /// What stations saw of an allergen at this time of the year in earlier years, from values that count.
    func seasonRecord(
        of allergen: Allergen.ID, at stations: [Station.ID], around day: CivilDate
    ) throws -> SeasonRecord

    /// The highest value that counts, of any of the stations and days; `nil` when there is none.
    func highest(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> Double?

    /// The suspect values of days at any of the stations, in the order of their days.
    func suspectDays(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> [SuspectDay]

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

    /// Logs the outcome of an upload, and stores its answer for repetitions.
    func log(_ upload: UploadRecord, replay: UploadReplay?) throws
}

/// Adds and ends alerts and notifies those concerned, inside a transaction.
package protocol AlertTransaction {
    /// The alerts about a station's allergen on a day that have neither ended nor expired, newest first.
    func standingAlerts(
        _ kind: Alert.Kind, at station: Station.ID, of allergen: Allergen.ID, day: CivilDate, at now: Date
    ) throws -> [Alert]

    /// Adds an alert, without notifying anybody yet.
    func add(_ alert: Alert) throws

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
    func notify(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws

    /// Notifies everybody who was notified of an alert about the one that updates or cancels it.
    func notify(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws
}

/// What alerts about a station's readings need inside a transaction.
package protocol StationAlertTransaction: AlertTransaction, StationTransaction {
    /// The newest value of every station that has one on `day` or the day before.
    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue]

    /// The value at a station on one day, measured or simulated.
    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue?

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

    /// Makes rounds due again that checked a day's forecast before it changed, if that day is still ahead.
    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws
}

/// What the rounds of forecasts need inside a transaction.
package protocol ForecastTransaction: AlertTransaction {
    /// The forecasts for a day from every station that has one.
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue]

    /// The allergens with a forecast by any station for a day.
    func allergensForecast(for day: CivilDate) throws -> [Allergen.ID]

    /// The fences with a due forecast round, at most `limit`, longest due first.
    ///
    /// They include rounds that are set more than a day ahead, which only a fast clock can have done.
    func dueForecastRounds(at now: Date, limit: Int) throws -> [DueForecastRound]

    /// Records the day whose forecast was checked, if it was, and the time of the next check.
    func schedule(_ rounds: [Fence.Number: (day: CivilDate?, next: Date)]) throws

    /// Visits those of the fences that watch an allergen, each with the announced level of a day's forecast.
    func visitFences(
        _ fences: [Fence.Number], watching allergen: Allergen.ID, forecastFor day: CivilDate,
        _ visit: (WatchingFence) throws -> Void
    ) throws

    /// Records the level of a forecast that was announced at fences.
    func rememberForecast(_ levels: [Fence.Number: Level], of allergen: Allergen.ID, for day: CivilDate)
        throws
}

extension ReadingTransaction {
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
        let kept = try keep(
            readingsOf: Submission(readings: [reading], by: submitter), received: received)[0]
        return (kept.keeping, kept.day)
    }
}
