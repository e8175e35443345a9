package import Allergens
import Foundation
import GRDB
import Geography
package import Observations

extension SQLiteStore {
    /// The daily values of a station, by day and allergen.
    ///
    /// Next to the mean of a day's hours there may be a value that the station reported for the day itself
    /// and that does not count.
    package func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet? = nil
    ) async throws -> [StationReading] {
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: """
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
            ).fetchAll(database).compactMap { row in
                let code: Int = row["allergen"]
                guard let allergen = taxonomy[code: code], allergens?.contains(code: code) ?? true
                else { return nil }
                return StationReading(row: row, allergen: allergen.id)
            }
        }
    }

    /// The newest reading that counts, for every station that has one in `days`.
    package func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue] {
        try await pool.read { [taxonomy] database in
            try Self.newestValues(of: allergen, in: days, taxonomy: taxonomy, database: database)
        }
    }

    static func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>, taxonomy: Taxonomy, database: Database
    ) throws -> [DayValue] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try newestRequest(code: code, days: days).fetchAll(database)
            .map { DayValue(row: $0, allergen: allergen, basis: .measured) }
    }

    /// Requests the newest reading of each station.
    ///
    /// With a single `max()`, SQLite takes the other columns from the row with the maximum
    /// (https://sqlite.org/lang_select.html#bareagg). A window function would do the same in every dialect.
    static func newestRequest(code: Int, days: ClosedRange<CivilDate>) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
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
                """, cached: true)
    }

    /// The stations' own forecasts for a day, and the model's for stations without one.
    package func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue] {
        try await pool.read { [taxonomy] database in
            try Self.forecasts(of: allergen, for: day, taxonomy: taxonomy, in: database)
        }
    }

    static func forecasts(
        of allergen: Allergen.ID, for day: CivilDate, taxonomy: Taxonomy, in database: Database
    ) throws -> [DayValue] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        // The unary plus strips the columns of their affinity, since NULL and 0 have none. With it "the subquery is
        // not flattened" but materialised and scanned (https://www.sqlite.org/optoverview.html#flattening).
        return try SQLRequest<Row>(
            literal: """
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
        ).fetchAll(database).map { row in
            let interval = ForecastInterval(row: row)
            return DayValue(
                row: row, allergen: allergen, basis: interval == nil ? .forecast : .modelled,
                interval: interval, knowsWeather: row["knowsWeather"])
        }
    }

    /// The allergens that have readings, each with the day in `days` on which the network's mean was highest.
    package func peaks(
        in days: ClosedRange<CivilDate>
    ) async throws -> [Allergen.ID: (day: CivilDate, mean: Double)] {
        try await pool.read { [taxonomy] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT allergen, day, avg(value) AS mean FROM reading
                    WHERE day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                        AND quality < 2
                    GROUP BY allergen, day ORDER BY allergen, day
                    """
            ).fetchCursor(database)
            var peaks: [Int: (day: Int, mean: Double)] = [:]
            while let row = try rows.next() {
                let (code, day, mean): (Int, Int, Double) = (row[0], row[1], row[2])
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

extension DayValue {
    init(
        row: Row, allergen: Allergen.ID, basis: Basis, interval: ForecastInterval? = nil,
        knowsWeather: Bool = false
    ) {
        guard let station = Station.ID(rawValue: row["id"])
        else { preconditionFailure("the store holds a station that could not have been added") }
        self.init(
            station: station, position: Coordinate(row: row), altitude: row["altitude"], allergen: allergen,
            day: CivilDate(daysSinceEpoch: row["day"]), value: row["value"],
            basis: row["isSimulated"] ? .simulated : basis, interval: interval, knowsWeather: knowsWeather)
    }
}

extension ForecastInterval {
    /// The interval in the columns `low` and `high`; `nil` where they are empty.
    init?(row: Row) {
        guard let low: Double = row["low"], let high: Double = row["high"] else { return nil }
        self.init(low: low, high: high)
    }
}

extension StationReading {
    init(row: Row, allergen: Allergen.ID) {
        self.init(
            allergen: allergen, day: CivilDate(daysSinceEpoch: row["day"]), value: row["value"],
            hours: row["hours"], detectionLimit: row["detectionLimit"],
            quality: ReadingQuality(stored: row["quality"], suspicions: row["suspicions"]),
            isAside: (row["isAside"] as Bool?) ?? false)
    }
}
