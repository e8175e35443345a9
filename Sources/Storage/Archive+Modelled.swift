package import Allergens
package import Forecasting
package import Foundation
import GRDB
import Geography

/// What the model expects where stations say nothing.
extension Archive {
    /// Days after which a modelled forecast is forgotten: it can be worked out again from the readings.
    package static let modelledMemory = 30

    /// Keeps what is expected, and lets those hear of it whose round has been and for whom it rose.
    ///
    /// One transaction: give it some hundreds.
    ///
    /// - Parameters:
    ///   - forecasts: What replaces what was expected of the same station, allergen and day.
    ///   - reach: The metres around a station within which fences may be concerned.
    ///   - now: When they are kept.
    /// - Returns: Those that were not expected just so before.
    /// - Throws: Why nothing could be written.
    package func keep(
        _ forecasts: [ModelledForecast], reach: Double, at now: Date
    ) async throws -> [ModelledForecast] {
        try await pool.write { [taxonomy] database in
            let transaction = ArchiveTransaction(database: database, taxonomy: taxonomy)
            return try forecasts.filter { try transaction.keep($0, reach: reach, at: now) }
        }
    }

    /// The stations that give a forecast of their own for each of some days.
    package func forecasters(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate: Set<Station.ID>] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await pool.read { database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT forecast.day, station.id
                    FROM forecast JOIN station ON station.number = forecast.station
                    WHERE forecast.allergen = \(code)
                        AND forecast.day BETWEEN \(days.lowerBound.daysSinceEpoch)
                            AND \(days.upperBound.daysSinceEpoch)
                    """, cached: true
            ).fetchAll(database)
            var stations: [CivilDate: Set<Station.ID>] = [:]
            for row in rows {
                guard let station = Station.ID(rawValue: row[1]) else { continue }
                stations[CivilDate(daysSinceEpoch: row[0]), default: []].insert(station)
            }
            return stations
        }
    }

    /// What the model expects of a station's allergen from a day on, in order of the days; nothing for days of which the
    /// station has a forecast of its own.
    package func modelledForecasts(
        of allergen: Allergen.ID, at station: Station.ID, from day: CivilDate
    ) async throws -> [ModelledForecast] {
        guard let code = taxonomy[allergen]?.code else { return [] }
        return try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT day, value, low, high, issued FROM modelledForecast AS modelled
                    WHERE allergen = \(code) AND day >= \(day.daysSinceEpoch)
                        AND station = (SELECT number FROM station WHERE id = \(station.rawValue))
                        AND NOT EXISTS (
                            SELECT 1 FROM forecast AS own
                            WHERE own.allergen = modelled.allergen AND own.day = modelled.day
                                AND own.station = modelled.station)
                    ORDER BY day
                    """
            ).fetchAll(database).map { row in
                let (low, high): (Double, Double) = (row[2], row[3])
                return ModelledForecast(
                    station: station, allergen: allergen, day: CivilDate(daysSinceEpoch: row[0]),
                    expectation: .init(value: row[1], range: low...high), issued: Date(stored: row[4]))
            }
        }
    }

    /// Forgets what was expected of days that lie ``modelledMemory`` days back.
    package func forgetModelledForecasts(before today: CivilDate) async throws {
        try await pool.write { [taxonomy] database in
            for allergen in taxonomy.allergens {
                try database.execute(
                    literal: """
                        DELETE FROM modelledForecast WHERE allergen = \(allergen.code)
                            AND day < \(today.daysSinceEpoch - Self.modelledMemory)
                        """)
            }
        }
    }
}

extension ArchiveTransaction {
    /// Keeps what is expected; `false` when it was expected just so before.
    fileprivate func keep(_ forecast: ModelledForecast, reach: Double, at now: Date) throws -> Bool {
        guard let station = try station(forecast.station) else { throw ReadingRejection.unknownStation }
        let code = try code(of: forecast.allergen)
        let expected = forecast.expectation
        let former = try SQLRequest<Double>(
            literal: """
                SELECT value FROM modelledForecast
                WHERE allergen = \(code) AND day = \(forecast.day.daysSinceEpoch)
                    AND station = (SELECT number FROM station WHERE id = \(station.id.rawValue))
                """, cached: true
        ).fetchOne(database)
        try run(
            """
            INSERT INTO modelledForecast (allergen, day, station, value, low, high, issued)
            VALUES (?1, ?2, (SELECT number FROM station WHERE id = ?3), ?4, ?5, ?6, ?7)
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, low = excluded.low, high = excluded.high, issued = excluded.issued
            WHERE value <> excluded.value OR low <> excluded.low OR high <> excluded.high
            """,
            [
                code, forecast.day.daysSinceEpoch, station.id.rawValue, expected.value,
                expected.range.lowerBound, expected.range.upperBound, forecast.issued.stored,
            ])
        guard database.changesCount == 1 else { return false }
        // Every fence near is asked about, and so only a higher level reopens rounds.
        if let bounds = taxonomy[forecast.allergen].flatMap({ Scale.standard(for: $0) })?.bounds,
            bounds.level(of: expected.value) > bounds.level(of: former ?? 0)
        {
            try reopenForecastRounds(
                touching: BoundingBox(around: station.position, radius: reach), watching: forecast.allergen,
                for: forecast.day, at: now)
        }
        return true
    }
}
