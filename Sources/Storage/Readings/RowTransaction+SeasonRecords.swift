import Allergens
import Geography
import Observations

extension RowTransaction {
    func neighbours(of station: Station) throws -> [Station.ID] {
        let here = UnitVector(station.position)
        let box = BoundingBox(around: station.position, radius: Station.neighbourhood)
        let found = try box.searchedParts.flatMap { part in
            try runner.rows(.stations(in: part)).map { try Station(row: $0) }
        }
        let near = found.filter { $0.id != station.id && !$0.isSimulated }.map { other in
            let chord = here.squaredChord(to: UnitVector(other.position))
            return (id: other.id, distance: Earth.distance(ofSquaredChord: chord))
        }
        return near.filter { $0.distance <= Station.neighbourhood }
            .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
            .prefix(Station.mostNeighbours).map(\.id)
    }

    func seasonRecord(
        of allergen: Allergen.ID, at stations: [Station.ID], around day: CivilDate
    ) throws -> SeasonRecord {
        var record = SeasonRecord(around: day)
        let code = try code(of: allergen)
        for station in stations {
            let number = try numbered(station).number
            for row in try runner.rows(.seasons(of: code, at: number, around: day)) {
                record.note(yearsBack: try row["back"], days: try row["days"], highest: try row["highest"])
            }
        }
        return record
    }

    func highest(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> Double? {
        let numbers = try stations.map { try numbered($0).number }
        return try runner.value(
            """
            SELECT max(value) FROM reading
            WHERE allergen = \(code(of: allergen)) AND quality < 2 AND \(.isOne(ofNumbers: numbers, "station"))
                AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
            """, as: Double?.self
        ).flatMap(\.self) ?? nil
    }

    func suspectDays(
        of allergen: Allergen.ID, at stations: [Station.ID], in days: ClosedRange<CivilDate>
    ) throws -> [SuspectDay] {
        let numbers = try stations.map { try numbered($0).number }
        return try runner.rows(
            """
            SELECT station.id, reading.day, reading.value, reading.suspicions
            FROM reading JOIN station ON station.number = reading.station
            WHERE reading.quality = 2 AND \(.isOne(ofNumbers: numbers, "reading.station"))
                AND reading.day BETWEEN \(days.lowerBound.daysSinceEpoch)
                    AND \(days.upperBound.daysSinceEpoch)
                AND +reading.allergen = \(code(of: allergen))
            ORDER BY reading.day, station.id
            """
        ).compactMap { row in
            guard let station = Station.ID(rawValue: try row["id"]) else { return nil }
            return SuspectDay(
                station: station, day: CivilDate(daysSinceEpoch: try row["day"]), value: try row["value"],
                suspicions: Suspicions(rawValue: try row["suspicions"]))
        }
    }
}

extension Query {
    /// Requests the highest value of this time of the year for each earlier year.
    ///
    /// Each day is looked up by the primary key, since a range of days holds those of all stations.
    fileprivate static func seasons(of code: Int, at station: Int64, around day: CivilDate) -> Query {
        let (reach, margin) = (SeasonRecord.reach, SeasonRecord.margin)
        return """
            WITH RECURSIVE
                year (back) AS (VALUES (1) UNION ALL SELECT back + 1 FROM year WHERE back < \(reach)),
                shift (days) AS (
                    VALUES (\(-margin)) UNION ALL SELECT days + 1 FROM shift WHERE days < \(margin))
            SELECT year.back, count(*) AS days, max(reading.value) AS highest
            FROM year CROSS JOIN shift CROSS JOIN reading
            WHERE reading.allergen = \(code) AND reading.station = \(station)
                AND reading.day =
                    \(day.daysSinceEpoch) + shift.days - CAST(round(365.25 * year.back) AS bigint)
                AND reading.quality < 2
            GROUP BY year.back
            """
    }
}
