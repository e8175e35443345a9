package import Allergens
package import Geography
package import Observations
package import Seasons

extension RowStore {
    /// All daily values of an allergen at a station, in order; suspect and dismissed values do not count.
    package func dailyValues(of allergen: Allergen.ID, at station: Station.ID) async throws -> [DailyValue] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await readRows { runner in
            let number = try runner.value(
                "SELECT number FROM station WHERE id = \(station.rawValue)", as: Int64.self)
            guard let number else { return [] }
            var values: [DailyValue] = []
            try runner.forEachRow(.dailyValuesRequest(of: code, at: number)) { row in
                values.append(DailyValue(day: CivilDate(daysSinceEpoch: try row[0]), value: try row[1]))
            }
            return values
        }
    }

    /// The daily values of an allergen at all stations from a day on, in order; suspect and dismissed values do not
    /// count.
    ///
    /// The primary key holds them together: a million are read in about a second.
    package func dailyValues(
        of allergen: Allergen.ID, since day: CivilDate
    ) async throws -> [Station.ID: [DailyValue]] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await readRows { runner in
            var values: [Int64: [DailyValue]] = [:]
            try runner.forEachRow(.dailyValuesRequest(of: code, since: day)) { row in
                values[try row[0], default: []].append(
                    DailyValue(day: CivilDate(daysSinceEpoch: try row[1]), value: try row[2]))
            }
            var found: [Station.ID: [DailyValue]] = [:]
            for (number, own) in values {
                let name = try runner.value(
                    "SELECT id FROM station WHERE number = \(number)", as: String.self)
                if let station = name.flatMap(Station.ID.init) { found[station] = own }
            }
            return found
        }
    }

    /// The stations within `radius` metres of a place that ever reported an allergen, the nearest first, at most
    /// `most`.
    package func stations(
        reporting allergen: Allergen.ID, around place: Coordinate, within radius: Double, most: Int
    ) async throws -> [ReportingStation] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await readRows { runner in
            var found: [ReportingStation] = []
            for near in try runner.nearestStations(to: place, within: radius, most: .max) {
                guard let day = try runner.value(.firstReportRequest(of: code, at: near.number), as: Int.self)
                else { continue }
                found.append(
                    ReportingStation(
                        station: near.station, distance: near.distance,
                        since: CivilDate(daysSinceEpoch: day)))
                if found.count == most { break }
            }
            return found
        }
    }
}

extension Query {
    /// Requests the values of a station.
    ///
    /// Its days are found in the index of stations alone, and only those of the allergen are looked up by the primary
    /// key; the unary plus keeps the planner off that key, which would walk the days of every station.
    static func dailyValuesRequest(of code: Int, at station: Int64) -> Query {
        """
        SELECT reading.day, reading.value FROM reading AS own CROSS JOIN reading
        WHERE own.station = \(station) AND +own.allergen = \(code) AND reading.allergen = \(code)
            AND reading.day = own.day AND reading.station = \(station) AND reading.quality < 2
        ORDER BY own.day
        """
    }

    static func dailyValuesRequest(of code: Int, since day: CivilDate) -> Query {
        """
        SELECT station, day, value FROM reading
        WHERE allergen = \(code) AND day >= \(day.daysSinceEpoch) AND quality < 2
        ORDER BY day, station
        """
    }

    /// Asks for the first day with a reading of an allergen at a station; the index by station alone answers, day by
    /// day until there is one.
    static func firstReportRequest(of code: Int, at station: Int64) -> Query {
        """
        SELECT day FROM reading WHERE station = \(station) AND +allergen = \(code) ORDER BY day LIMIT 1
        """
    }
}
