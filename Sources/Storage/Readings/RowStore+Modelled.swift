import Alerts
package import Allergens
import Foundation
import Geography
package import Observations

/// Forecasts by the model, for stations without a forecast of their own.
extension RowStore {
    /// The number of days after which a modelled forecast is deleted.
    ///
    /// It can be computed again from the readings.
    package static var modelledMemory: Int { 30 }

    /// The stations with a forecast of their own, for each of some days.
    package func forecasters(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate: Set<Station.ID>] {
        guard let code = taxonomy[allergen]?.code else { return [:] }
        return try await readRows { runner in
            let rows = try runner.rows(
                """
                SELECT forecast.day, station.id
                FROM forecast JOIN station ON station.number = forecast.station
                WHERE forecast.allergen = \(code)
                    AND forecast.day BETWEEN \(days.lowerBound.daysSinceEpoch)
                        AND \(days.upperBound.daysSinceEpoch)
                """)
            var stations: [CivilDate: Set<Station.ID>] = [:]
            for row in rows {
                guard let station = Station.ID(rawValue: try row[1]) else { continue }
                stations[CivilDate(daysSinceEpoch: try row[0]), default: []].insert(station)
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
        let find = { @Sendable (runner: any QueryRunner) in
            try runner.rows(.standingRequest(code: code, from: day)).filter { row in
                guard let station = Station.ID(rawValue: try row["id"]) else { return true }
                return expected[station]?.contains(CivilDate(daysSinceEpoch: try row["day"])) != true
            }
        }
        // Mostly there is nothing to withdraw. Reading first then spares other writers the wait.
        guard try await readRows({ try !find($0).isEmpty }) else { return [:] }
        return try await writeManyRows(locking: .nothing) { runner in
            var withdrawn: [Station.ID: Set<CivilDate>] = [:]
            var days: Set<CivilDate> = []
            for row in try find(runner) {
                let (station, day): (Int64, Int) = (try row["station"], try row["day"])
                try runner.run(
                    """
                    DELETE FROM modelledForecast
                    WHERE allergen = \(code) AND day = \(day) AND station = \(station)
                    """)
                days.insert(CivilDate(daysSinceEpoch: day))
                guard let name = Station.ID(rawValue: try row["id"]) else { continue }
                withdrawn[name, default: []].insert(CivilDate(daysSinceEpoch: day))
            }
            var changes = CommittedChanges()
            changes.days = days.isEmpty ? [:] : [allergen: days]
            runner.notify(of: changes)
            return withdrawn
        }
    }

    /// Deletes modelled forecasts for days that lie ``modelledMemory`` days back.
    package func forgetModelledForecasts(before today: CivilDate) async throws {
        try await writeManyRows(locking: .nothing) { [taxonomy] runner in
            for allergen in taxonomy.allergens {
                try runner.run(
                    """
                    DELETE FROM modelledForecast WHERE allergen = \(allergen.code)
                        AND day < \(today.daysSinceEpoch - Self.modelledMemory)
                    """)
            }
        }
    }
}

extension Query {
    /// The visible modelled forecasts from a day on, for days without a reading.
    static func standingRequest(code: Int, from day: CivilDate) -> Query {
        """
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
        """
    }
}
