import Allergens
import Foundation
import GRDB

extension ArchiveTransaction {
    func keep(
        _ reading: Reading, received: Date, by submitter: Submitter
    ) throws -> (keeping: Keeping, day: CivilDate) {
        let place = try place(of: reading.allergen, at: reading.station, in: reading.period)
        let keeping =
            try place.table.insert(reading, at: place, received: received, in: self)
            ? .accepted : supersede(reading, at: place, received: received, by: submitter)
        if keeping != .unchanged, place.ending != nil, keeping == .replaced || reading.quality.counts {
            try summarise(place)
        }
        return (keeping, place.day)
    }

    /// Puts a reading in place of the one that is there, unless both say the same.
    private func supersede(
        _ reading: Reading, at place: ReadingPlace, received: Date, by submitter: Submitter
    ) throws -> Keeping {
        guard let former = try place.table.find(at: place, in: self) else { return .unchanged }
        let isSame =
            former.value.value == reading.value && former.value.detectionLimit == reading.detectionLimit
            && !former.isMean
        if isSame {
            guard reading.quality.decides(about: former.value.quality) else { return .unchanged }
        }
        let current = KeptValue(
            value: reading.value, detectionLimit: reading.detectionLimit, quality: reading.quality)
        try place.table.update(current, at: place, received: received, in: self)
        // The mean of hours can be made again from them.
        if !former.isMean {
            try keepRevision(
                from: former.value, to: current, at: place, in: reading.period, by: submitter, now: received)
        }
        return .replaced
    }

    func kept(_ allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period) throws -> KeptValue?
    {
        let place = try place(of: allergen, at: station, in: period)
        return try place.table.find(at: place, in: self)?.value
    }

    func hasReading(at station: Station.ID, before day: CivilDate) throws -> Bool {
        try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (
                    SELECT 1 FROM reading WHERE station = \(try numbered(station).number)
                        AND day < \(day.daysSinceEpoch))
                """, cached: true
        ).fetchOne(database) ?? false
    }

    func decide(
        _ quality: ReadingQuality, about allergen: Allergen.ID, at station: Station.ID,
        in period: Reading.Period, by submitter: Submitter, now: Date
    ) throws -> (isChanged: Bool, day: CivilDate, value: Double)? {
        let place = try place(of: allergen, at: station, in: period)
        guard let former = try place.table.find(at: place, in: self)?.value else { return nil }
        guard former.quality != quality else { return (false, place.day, former.value) }
        let current = KeptValue(
            value: former.value, detectionLimit: former.detectionLimit, quality: quality)
        try place.table.mark(quality, at: place, received: now, in: self)
        try keepRevision(from: former, to: current, at: place, in: period, by: submitter, now: now)
        if place.ending != nil { try summarise(place) }
        return (true, place.day, former.value)
    }

    private func keepRevision(
        from former: KeptValue, to current: KeptValue, at place: ReadingPlace, in period: Reading.Period,
        by submitter: Submitter, now: Date
    ) throws {
        try run(
            """
            INSERT INTO revision (
                station, allergen, day, ending, hours, formerValue, formerLimit, formerQuality, formerSuspicions,
                value, detectionLimit, quality, suspicions, submitter, submitterName, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                place.station, place.code, place.day.daysSinceEpoch, place.ending, period.hours,
                former.value, former.detectionLimit, former.quality.stored,
                former.quality.suspicions.rawValue,
                current.value, current.detectionLimit, current.quality.stored,
                current.quality.suspicions.rawValue, submitter.kind, submitter.name, now.stored,
            ])
    }

    private func place(
        of allergen: Allergen.ID, at station: Station.ID, in period: Reading.Period
    ) throws -> ReadingPlace {
        let (number, timeZone) = try numbered(station)
        let code = try code(of: allergen)
        switch period {
        case .day(let day):
            return ReadingPlace(table: .days, station: number, code: code, day: day, ending: nil)
        case .hour(let end), .threeHours(let end):
            // What ends at midnight belongs to the day that it was part of.
            let day = CivilDate(at: end.addingTimeInterval(-1), in: timeZone)
            return ReadingPlace(
                table: period.hours == 1 ? .hours : .threeHours, station: number, code: code, day: day,
                ending: end.stored)
        }
    }

    /// Makes the mean of a day's hours its value, once enough of them are there, and takes it back when they are not any
    /// more; a day that the station itself gave stays.
    private func summarise(_ place: ReadingPlace) throws {
        let key: StatementArguments = [place.station, place.code, place.day.daysSinceEpoch]
        try run(
            """
            INSERT INTO reading (allergen, day, station, value, hours, received)
            SELECT ?2, ?3, ?1, sum(value * hours) / sum(hours), min(sum(hours), 24 + 1), max(received)
            FROM (\(Self.hoursOfDay))
            HAVING sum(hours) >= ?4
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, hours = excluded.hours, received = excluded.received,
                -- What was decided about another mean says nothing of this one.
                quality = CASE WHEN value = excluded.value THEN quality ELSE 0 END,
                suspicions = CASE WHEN value = excluded.value THEN suspicions ELSE 0 END
            WHERE reading.hours IS NOT NULL
            """, key + [Reading.hoursForADay])
        guard database.changesCount == 0 else { return }
        try run(
            """
            DELETE FROM reading
            WHERE station = ?1 AND allergen = ?2 AND day = ?3 AND hours IS NOT NULL
                AND (SELECT ifnull(sum(hours), 0) FROM (\(Self.hoursOfDay))) < ?4
            """, key + [Reading.hoursForADay])
    }

    /// The values of a day's hours, with how many hours each stands for: three hours for as many as have no value of
    /// their own.
    private static let hoursOfDay = """
        SELECT value, 1 AS hours, received FROM hourlyReading
        WHERE station = ?1 AND allergen = ?2 AND day = ?3 AND quality < 2
        UNION ALL
        SELECT value, hours, received FROM (
            SELECT value, 3 - (
                SELECT count(*) FROM hourlyReading AS hour
                WHERE hour.station = ?1 AND hour.allergen = ?2 AND hour.day = ?3 AND hour.quality < 2
                    AND hour.ending > three.ending - 10800 AND hour.ending <= three.ending
            ) AS hours, received
            FROM threeHourReading AS three
            WHERE station = ?1 AND allergen = ?2 AND day = ?3 AND quality < 2)
        WHERE hours > 0
        """
}

extension ReadingQuality {
    /// Whether somebody has decided it, instead of a rule, about a value of another quality; a station's own doubt comes
    /// late once its operator has decided.
    fileprivate func decides(about former: ReadingQuality) -> Bool {
        guard self != former else { return false }
        return self == .confirmed || self == .dismissed
            || suspicions.contains(.declared) && former == .valid
    }
}
