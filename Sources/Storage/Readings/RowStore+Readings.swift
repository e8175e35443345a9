package import Allergens
import Foundation
import Geography
package import Observations

extension RowStore {
    /// The daily values of a station, by day and allergen.
    ///
    /// Next to the mean of a day's hours there may be a value that the station reported for the day itself
    /// and that does not count.
    package func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet? = nil
    ) async throws -> [StationReading] {
        try await readRows { [taxonomy] runner in
            try runner.rows(
                """
                SELECT allergen, day, value, hours, detectionLimit, quality, suspicions, 0 AS isAside
                FROM reading
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                UNION ALL
                SELECT allergen, day, value, NULL, detectionLimit, quality, suspicions, 1
                FROM readingSetAside
                WHERE station = (SELECT number FROM station WHERE id = \(station.rawValue))
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day, allergen, isAside
                """
            ).compactMap { row in
                let code: Int = try row["allergen"]
                guard let allergen = taxonomy[code: code], allergens?.contains(code: code) ?? true
                else { return nil }
                return try StationReading(row: row, allergen: allergen.id)
            }
        }
    }

    /// The newest reading that counts, for every station that has one in `days`.
    package func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        try await readRows { [taxonomy] runner in
            try runner.newestValues(of: allergen, in: days, taxonomy: taxonomy)
        }
    }

    /// The stations' own forecasts for a day, and the model's for stations without one.
    package func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        try await readRows { [taxonomy] runner in
            try runner.forecasts(of: allergen, for: day, taxonomy: taxonomy)
        }
    }

    /// The allergens that have readings, each with the day in `days` on which the network's mean was highest.
    package func peaks(
        in days: ClosedRange<CivilDate>
    ) async throws -> [Allergen.ID: (day: CivilDate, mean: Double)] {
        try await readRows { [taxonomy] runner in
            let rows = try runner.rows(
                """
                SELECT allergen, day, avg(value) AS mean FROM reading
                WHERE day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    AND quality < 2
                GROUP BY allergen, day ORDER BY allergen, day
                """)
            var peaks: [Int: (day: Int, mean: Double)] = [:]
            for row in rows {
                let (code, day, mean): (Int, Int, Double) = (try row[0], try row[1], try row[2])
                if let peak = peaks[code], peak.mean >= mean { continue }
                peaks[code] = (day, mean)
            }
            let pairs = peaks.compactMap { code, peak in
                taxonomy[code: code].map {
                    ($0.id, (day: CivilDate(daysSinceEpoch: peak.day), mean: peak.mean))
                }
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
    }
}

extension QueryRunner {
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>, taxonomy: Taxonomy
    ) throws -> [DayValue] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try rows(.newestRequest(code: code, days: days))
            .map { try DayValue(row: $0, allergen: allergen, basis: .measured) }
    }

    func forecasts(
        of allergen: Allergen.ID, for day: CivilDate, taxonomy: Taxonomy
    ) throws -> [DayValue] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        // The unary plus strips the columns of their affinity, since NULL and 0 have none. With it "the subquery is
        // not flattened" but materialised and scanned (https://www.sqlite.org/optoverview.html#flattening).
        return try rows(
            """
            SELECT station.id, station.longitude, station.latitude, station.altitude, station.isSimulated,
                expected.day, expected.value, expected.low, expected.high, expected.knowsWeather
            FROM (
                SELECT station, day, value, NULL AS low, NULL AS high, 0 AS knowsWeather FROM forecast
                WHERE allergen = \(code) AND day = \(day.daysSinceEpoch)
                UNION ALL
                SELECT station, day, value, +low, +high, +knowsWeather FROM modelledForecast AS modelled
                WHERE allergen = \(code) AND day = \(day.daysSinceEpoch)
                    AND NOT EXISTS (
                        SELECT 1 FROM forecast AS own
                        WHERE own.allergen = modelled.allergen AND own.day = modelled.day
                            AND own.station = modelled.station)
            ) AS expected
            JOIN station ON station.number = expected.station
            ORDER BY station.id
            """
        ).map { row in
            let interval = try ForecastInterval(row: row)
            return try DayValue(
                row: row, allergen: allergen, basis: interval == nil ? .forecast : .modelled,
                interval: interval, knowsWeather: try row["knowsWeather"])
        }
    }
}

extension DayValue {
    init(
        row: QueryRow, allergen: Allergen.ID, basis: Basis, interval: ForecastInterval? = nil,
        knowsWeather: Bool = false
    ) throws {
        guard let station = Station.ID(rawValue: try row["id"])
        else { preconditionFailure("the store holds a station that could not have been added") }
        self.init(
            station: station, position: try Coordinate(row: row), altitude: try row["altitude"],
            allergen: allergen,
            day: CivilDate(daysSinceEpoch: try row["day"]), value: try row["value"],
            basis: try row["isSimulated"] ? .simulated : basis, interval: interval, knowsWeather: knowsWeather
        )
    }
}

extension ForecastInterval {
    /// The interval in the columns `low` and `high`; `nil` where they are empty.
    init?(row: QueryRow) throws {
        guard let low = try row["low"] as Double?, let high = try row["high"] as Double? else { return nil }
        self.init(low: low, high: high)
    }
}

extension StationReading {
    init(row: QueryRow, allergen: Allergen.ID) throws {
        self.init(
            allergen: allergen, day: CivilDate(daysSinceEpoch: try row["day"]), value: try row["value"],
            hours: try row["hours"], detectionLimit: try row["detectionLimit"],
            quality: ReadingQuality(stored: try row["quality"], suspicions: try row["suspicions"]),
            isAside: try row["isAside"])
    }
}

extension Query {
    /// Requests the newest reading of each station.
    ///
    /// With a single `max()`, SQLite takes the other columns from the row with the maximum
    /// (https://sqlite.org/lang_select.html#bareagg). A window function would do the same in every dialect.
    static func newestRequest(code: Int, days: ClosedRange<CivilDate>) -> Query {
        """
        SELECT station.id, station.longitude, station.latitude, station.altitude, station.isSimulated,
            newest.day, newest.value
        FROM (
            SELECT station, day, value,
                row_number() OVER (PARTITION BY station ORDER BY day DESC) AS age
            FROM reading
            WHERE allergen = \(code)
                AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                AND quality < 2
        ) AS newest
        JOIN station ON station.number = newest.station
        WHERE newest.age = 1
        ORDER BY station.id
        """
    }
}
