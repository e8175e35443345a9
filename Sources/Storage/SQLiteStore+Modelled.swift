package import Allergens
package import Forecasting
package import Foundation
import GRDB
import Geography
package import Observations

/// What the model expects where stations say nothing.
extension SQLiteStore {
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
        try await pool.write { [taxonomy, vault] database in
            let transaction = SQLiteTransaction(database: database, taxonomy: taxonomy, vault: vault)
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

    /// Withdraws what was expected of an allergen from a day on and is not expected any more.
    ///
    /// What a day that has been measured was to bring stays, so that it can be compared; so does what a station's own
    /// forecast hides, which nobody is told.
    ///
    /// - Parameters:
    ///   - allergen: The allergen.
    ///   - day: The first day that is looked at.
    ///   - expected: For each station the days of which something is expected still.
    /// - Returns: The days of which something was withdrawn.
    /// - Throws: Why nothing could be written.
    package func withdrawModelledForecasts(
        of allergen: Allergen.ID, from day: CivilDate, except expected: [Station.ID: Set<CivilDate>]
    ) async throws -> Set<CivilDate> {
        guard let code = taxonomy[allergen]?.code else { return [] }
        let find = { @Sendable (database: Database) in
            try Self.standingRequest(code: code, from: day).fetchAll(database).filter { row in
                guard let station = Station.ID(rawValue: row["id"]) else { return true }
                return expected[station]?.contains(CivilDate(daysSinceEpoch: row["day"])) != true
            }
        }
        // Mostly there is nothing to withdraw, and whoever writes is not kept waiting to hear so.
        guard try await pool.read({ try !find($0).isEmpty }) else { return [] }
        return try await pool.write { database in
            var days: Set<CivilDate> = []
            for row in try find(database) {
                let (station, day): (Int64, Int) = (row["station"], row["day"])
                try database.execute(
                    literal: """
                        DELETE FROM modelledForecast
                        WHERE allergen = \(code) AND day = \(day) AND station = \(station)
                        """)
                days.insert(CivilDate(daysSinceEpoch: day))
            }
            return days
        }
    }

    /// What people are told that the model expects from a day on, of days without a reading.
    static func standingRequest(code: Int, from day: CivilDate) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT modelled.station, modelled.day, station.id
                FROM modelledForecast AS modelled JOIN station ON station.number = modelled.station
                WHERE modelled.allergen = \(code) AND modelled.day >= \(day.daysSinceEpoch)
                    AND NOT EXISTS (
                        SELECT 1 FROM reading
                        WHERE reading.allergen = modelled.allergen AND reading.day = modelled.day
                            AND reading.station = modelled.station AND reading.quality < 2)
                    AND NOT EXISTS (
                        SELECT 1 FROM forecast AS own
                        WHERE own.allergen = modelled.allergen AND own.day = modelled.day
                            AND own.station = modelled.station)
                """, cached: true)
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

extension SQLiteTransaction {
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
