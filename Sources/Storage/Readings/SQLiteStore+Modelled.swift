import Alerts
package import Allergens
package import Forecasting
package import Foundation
import GRDB
import Geography
package import Observations

/// Forecasts by the model, for stations without a forecast of their own.
extension SQLiteStore {
    /// The number of days after which a modelled forecast is deleted.
    ///
    /// It can be computed again from the readings.
    package static let modelledMemory = 30

    /// Stores modelled forecasts, and reopens the rounds of subscribers whose round has been and for whom the
    /// forecast rose.
    ///
    /// All of it is one transaction: pass some hundreds of forecasts at a time.
    ///
    /// - Parameters:
    ///   - forecasts: The forecasts. Each replaces the one of the same station, allergen and day.
    ///   - reach: The distance from a station, in metres, within which it may concern fences.
    ///   - now: When they are stored.
    /// - Returns: The forecasts that are new or different.
    /// - Throws: Why nothing could be written.
    package func keep(
        _ forecasts: [ModelledForecast], reach: Double, at now: Date
    ) async throws -> [ModelledForecast] {
        try await transact { transaction in
            try forecasts.filter { try transaction.keep($0, reach: reach, at: now) }
        }
    }

    /// The stations with a forecast of their own, for each of some days.
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

    /// Withdraws the forecasts of an allergen, from a day on, that are no longer expected.
    ///
    /// A forecast for a day that has been measured stays, for comparison. So does one that a station's own
    /// forecast hides, since nobody sees it.
    ///
    /// - Parameters:
    ///   - allergen: The allergen.
    ///   - day: The first day considered.
    ///   - expected: For each station, the days that still have a forecast.
    /// - Returns: The days of each station whose forecast was withdrawn.
    /// - Throws: Why nothing could be written.
    package func withdrawModelledForecasts(
        of allergen: Allergen.ID, from day: CivilDate, except expected: [Station.ID: Set<CivilDate>]
    ) async throws -> [Station.ID: Set<CivilDate>] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        let find = { @Sendable (database: Database) in
            try Self.standingRequest(code: code, from: day).fetchAll(database).filter { row in
                guard let station = Station.ID(rawValue: row["id"]) else { return true }
                return expected[station]?.contains(CivilDate(daysSinceEpoch: row["day"])) != true
            }
        }
        // Mostly there is nothing to withdraw. Reading first then spares other writers the wait.
        guard try await pool.read({ try !find($0).isEmpty }) else { return [:] }
        return try await pool.write { [notifier] database in
            var withdrawn: [Station.ID: Set<CivilDate>] = [:]
            var days: Set<CivilDate> = []
            for row in try find(database) {
                let (station, day): (Int64, Int) = (row["station"], row["day"])
                try database.execute(
                    literal: """
                        DELETE FROM modelledForecast
                        WHERE allergen = \(code) AND day = \(day) AND station = \(station)
                        """)
                days.insert(CivilDate(daysSinceEpoch: day))
                guard let name = Station.ID(rawValue: row["id"]) else { continue }
                withdrawn[name, default: []].insert(CivilDate(daysSinceEpoch: day))
            }
            var changes = CommittedChanges()
            changes.days = days.isEmpty ? [:] : [allergen: days]
            notifier.notify(of: changes, after: database)
            return withdrawn
        }
    }

    /// The visible modelled forecasts from a day on, for days without a reading.
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

    /// Deletes modelled forecasts for days that lie ``modelledMemory`` days back.
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
    /// Stores a forecast; `false` when the same one was stored before.
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
            INSERT INTO modelledForecast (allergen, day, station, value, low, high, issued, knowsWeather)
            VALUES (?1, ?2, (SELECT number FROM station WHERE id = ?3), ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (allergen, day, station) DO UPDATE
            SET value = excluded.value, low = excluded.low, high = excluded.high, issued = excluded.issued,
                knowsWeather = excluded.knowsWeather
            WHERE modelledForecast.value <> excluded.value OR modelledForecast.low <> excluded.low
                OR modelledForecast.high <> excluded.high OR modelledForecast.knowsWeather <> excluded.knowsWeather
            """,
            [
                code, forecast.day.daysSinceEpoch, station.id.rawValue, expected.value,
                expected.range.lowerBound, expected.range.upperBound, forecast.issued.stored,
                expected.knowsWeather,
            ])
        guard database.changesCount == 1 else { return false }
        changes.note(forecast.day, of: forecast.allergen)
        // This looks at every nearby fence, so only a higher level reopens rounds.
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
