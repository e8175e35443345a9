import Alerts
import Allergens
import Foundation
import Observations

/// The value of a day is the one that the station reports for the day itself, as long as that counts, and
/// otherwise the mean of its hours.
///
/// A reported value that does not count is set aside while a mean takes its place. Its operator can still
/// decide about it, and it takes the day again when the mean is gone.
extension RowTransaction {
    /// Brings the value of a day in line with its hours and with the value set aside.
    ///
    /// - Parameters:
    ///   - place: The day.
    ///   - mayLose: Whether some hours may have stopped counting. If hours have only been added, a mean of
    ///     more hours than are stored stays: it comes from another store.
    /// - Throws: `DatabaseError`.
    func settle(_ place: ReadingPlace, mayLose: Bool) throws {
        guard try !putMean(at: place), let present = try find(at: place) else { return }
        if present.isMean {
            guard mayLose else { return }
            try removeDay(place)
            try bringBack(place)
        } else if !present.value.quality.counts, try hasMean(place) {
            try setAside(present.value, at: place, received: nil)
            try removeDay(place)
            _ = try putMean(at: place)
        }
    }

    /// Replaces the mean of a day's hours by the station's own value, or sets that value aside when it does
    /// not count.
    func displaceMean(_ change: ReadingChange) throws -> Keeping {
        let aside = try valueAside(at: change.place)
        if let aside {
            guard aside.isContradicted(by: change.current) else { return .unchanged }
            try keepRevision(from: aside, change)
        }
        guard change.current.quality.counts else {
            try setAside(change.current, at: change.place, received: change.now)
            return aside == nil ? .accepted : .replaced
        }
        try update(change.current, at: change.place, received: change.now)
        try removeAside(change.place)
        return .replaced
    }

    /// Stores a mean that was computed elsewhere.
    ///
    /// The hours stored here, and a value for the day itself, take precedence.
    func keepMean(
        of hours: Int, _ change: ReadingChange, insteadOf former: StandingValue
    ) throws -> Keeping {
        let place = change.place
        guard try !hasMean(place) else { return try decideElsewhere(change, about: former) }
        if !former.isMean {
            guard !former.value.quality.counts else { return .unchanged }
            try setAside(former.value, at: place, received: nil)
        }
        try update(change.current, at: place, received: change.now, meanOf: hours)
        return former.isMean ? .replaced : .accepted
    }

    /// Takes over a decision made elsewhere about the same mean.
    private func decideElsewhere(
        _ change: ReadingChange, about former: StandingValue
    ) throws -> Keeping {
        let quality = change.current.quality
        guard former.isMean, former.value.value == change.current.value,
            quality.decides(about: former.value.quality)
        else { return .unchanged }
        try mark(quality, at: change.place, received: change.now)
        try keepRevision(from: former.value, change)
        return .replaced
    }

    /// Makes the mean of a day's hours its value once there are enough of them, unless the station reported
    /// the day itself.
    ///
    /// - Returns: Whether the mean is now the day's value.
    private func putMean(at place: ReadingPlace) throws -> Bool {
        let count = try runner.run(
            """
            INSERT INTO reading (allergen, day, station, value, hours, received)
            SELECT \(place.code), \(place.day.daysSinceEpoch), \(place.station), avg(value),
                CASE WHEN count(*) > 24 THEN 25 ELSE count(*) END, max(received)
            FROM (\(.hoursOfDay(place))) AS ofHour
            HAVING count(*) >= \(Reading.hoursForADay)
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, hours = excluded.hours, received = excluded.received,
                -- What was decided about another mean says nothing of this one.
                quality = CASE WHEN reading.value = excluded.value THEN reading.quality ELSE 0 END,
                suspicions = CASE WHEN reading.value = excluded.value THEN reading.suspicions ELSE 0 END
            WHERE reading.hours IS NOT NULL
            """)
        return count > 0
    }

    private func hasMean(_ place: ReadingPlace) throws -> Bool {
        try runner.value(
            "SELECT count(*) >= \(Reading.hoursForADay) FROM (\(.hoursOfDay(place))) AS ofHour") ?? false
    }

}

// MARK: - Values set aside

extension RowTransaction {
    /// The value that the station reported for a day, set aside in favour of the mean of its hours.
    func valueAside(at place: ReadingPlace) throws -> KeptValue? {
        try runner.row(
            """
            SELECT value, detectionLimit, quality, suspicions FROM readingSetAside
            WHERE station = \(place.station) AND allergen = \(place.code) AND day = \(place.day.daysSinceEpoch)
            """
        ).map { try KeptValue(row: $0) }
    }

    /// Sets a value of a day aside.
    ///
    /// Without an instant, it takes the one at which the stored reading was received.
    private func setAside(_ value: KeptValue, at place: ReadingPlace, received: Date?) throws {
        try runner.run(
            """
            INSERT INTO readingSetAside (
                station, allergen, day, value, detectionLimit, quality, suspicions, received)
            VALUES (\(place.station), \(place.code), \(place.day.daysSinceEpoch), \(value.value),
            \(value.detectionLimit), \(value.quality.stored), \(value.quality.suspicions.rawValue),
            coalesce(\(received?.stored), (
                SELECT received FROM reading WHERE station = \(place.station)
                AND allergen = \(place.code) AND day = \(place.day.daysSinceEpoch))))
            ON CONFLICT (station, allergen, day) DO UPDATE
            SET value = excluded.value, detectionLimit = excluded.detectionLimit, quality = excluded.quality,
                suspicions = excluded.suspicions, received = excluded.received
            """)
    }

    private func bringBack(_ place: ReadingPlace) throws {
        try runner.run(
            """
            INSERT INTO reading (
                station, allergen, day, value, detectionLimit, quality, suspicions, received)
            SELECT station, allergen, day, value, detectionLimit, quality, suspicions, received
            FROM readingSetAside WHERE station = \(place.station) AND allergen = \(place.code)
            AND day = \(place.day.daysSinceEpoch)
            """)
        try removeAside(place)
    }

    private func removeAside(_ place: ReadingPlace) throws {
        try runner.run(
            """
            DELETE FROM readingSetAside
            WHERE station = \(place.station) AND allergen = \(place.code) AND day = \(place.day.daysSinceEpoch)
            """)
    }

    private func removeDay(_ place: ReadingPlace) throws {
        try runner.run(
            """
            DELETE FROM reading
            WHERE station = \(place.station) AND allergen = \(place.code) AND day = \(place.day.daysSinceEpoch)
            """)
    }
}

extension KeptValue {
    /// Whether a decision about a day concerns this value, which is set aside, rather than the mean in its
    /// place.
    ///
    /// It does while nobody has decided, and when the value is confirmed after all.
    func isMeant(by decision: ReadingQuality, mean: KeptValue) -> Bool {
        if case .suspect = quality { return true }
        return decision == .confirmed && mean.quality.counts
    }
}

extension Query {
    /// The hours of a day that have a value, each once: its own, or else that of the three hours to which it
    /// belongs.
    fileprivate static func hoursOfDay(_ place: ReadingPlace) -> Query {
        """
        SELECT CASE WHEN max(own) = 1 THEN avg(CASE WHEN own = 1 THEN value END) ELSE avg(value) END AS value,
            max(received) AS received
        FROM (
            SELECT ending / 3600 AS hour, value, received, 1 AS own FROM hourlyReading
            WHERE station = \(place.station) AND allergen = \(place.code)
            AND day = \(place.day.daysSinceEpoch) AND quality < 2
            UNION ALL
            SELECT ending / 3600 - step.hours, value, received, 0
            FROM threeHourReading, (SELECT 0 AS hours UNION ALL SELECT 1 UNION ALL SELECT 2) AS step
            WHERE station = \(place.station) AND allergen = \(place.code)
            AND day = \(place.day.daysSinceEpoch) AND quality < 2) AS part
        GROUP BY hour
        """
    }
}
