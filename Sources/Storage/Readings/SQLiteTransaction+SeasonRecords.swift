import Allergens
import GRDB
import Geography
import Observations

extension SQLiteTransaction {
    func neighbours(of station: Station) throws -> [Station.ID] {
        let here = UnitVector(station.position)
        let box = BoundingBox(around: station.position, radius: Station.neighbourhood)
        return try box.searchedParts.flatMap { part in
            try SQLiteStore.request(for: part).fetchAll(database).map(Station.init(row:))
        }
        .filter { $0.id != station.id && !$0.isSimulated }
        .map {
            (
                id: $0.id,
                distance: Earth.distance(ofSquaredChord: here.squaredChord(to: UnitVector($0.position)))
            )
        }
        .filter { $0.distance <= Station.neighbourhood }
        .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
        .prefix(Station.mostNeighbours).map(\.id)
    }

    func seasonRecord(
        of allergen: Allergen.ID, at stations: [Station.ID], around day: CivilDate
    ) throws -> SeasonRecord {
        var record = SeasonRecord(around: day)
        let code = try code(of: allergen)
        for station in stations {
            for row in try yearsRequest(of: code, at: numbered(station).number, around: day).fetchAll(
                database)
            {
                record.note(yearsBack: row["back"], days: row["days"], highest: row["highest"])
            }
        }
        return record
    }

    /// Requests the highest value of this time of the year for each earlier year.
    ///
    /// Each day is looked up by the primary key, since a range of days holds those of all stations.
    private func yearsRequest(of code: Int, at station: Int64, around day: CivilDate) -> SQLRequest<Row> {
        let (reach, margin) = (SeasonRecord.reach, SeasonRecord.margin)
        return SQLRequest(
            literal: """
                WITH RECURSIVE
                    year (back) AS (VALUES (1) UNION ALL SELECT back + 1 FROM year WHERE back < \(reach)),
                    shift (days) AS (
                        VALUES (\(-margin)) UNION ALL SELECT days + 1 FROM shift WHERE days < \(margin))
                SELECT year.back, count(*) AS days, max(reading.value) AS highest
                FROM year CROSS JOIN shift CROSS JOIN reading
                WHERE reading.allergen = \(code) AND reading.station = \(station)
                    AND reading.day =
                        \(day.daysSinceEpoch) + shift.days - CAST(round(365.25 * year.back) AS INTEGER)
                    AND reading.quality < 2
                GROUP BY year.back
                """, cached: true)
    }

    func highest(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> Double? {
        let numbers = try stations.map { try numbered($0).number }
        return try SQLRequest<Double?>(
            literal: """
                SELECT max(value) FROM reading
                WHERE allergen = \(code(of: allergen)) AND quality < 2 AND station IN \(numbers)
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                """
        ).fetchOne(database) ?? nil
    }

    func suspectDays(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> [SuspectDay] {
        let numbers = try stations.map { try numbered($0).number }
        return try SQLRequest<Row>(
            literal: """
                SELECT station.id, reading.day, reading.value, reading.suspicions
                FROM reading JOIN station ON station.number = reading.station
                WHERE reading.quality = 2 AND reading.station IN \(numbers)
                    AND reading.day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                    AND +reading.allergen = \(code(of: allergen))
                ORDER BY reading.day, station.id
                """
        ).fetchAll(database).compactMap { row in
            guard let station = Station.ID(rawValue: row["id"]) else { return nil }
            return SuspectDay(
                station: station, day: CivilDate(daysSinceEpoch: row["day"]), value: row["value"],
                suspicions: Suspicions(rawValue: row["suspicions"]))
        }
    }
}
