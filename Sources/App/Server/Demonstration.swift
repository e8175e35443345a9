import API
import Alerting
import Allergens
package import Foundation
import Observations
import Simulation

/// Fills a database with the demonstration season: simulated readings at the positions of real stations.
package struct Demonstration: Sendable {
    /// The seed of the weather, which is the same in every demonstration.
    private static let seed: UInt64 = 2026
    /// The number of days before today to fill: a year, which covers every season.
    private static let days = 365

    private let network: Network
    private let stations: [Station]

    /// Prepares the season for the stations in a file.
    package init(network: Network, file: URL) throws {
        self.network = network
        stations = try DemonstrationStations.load(from: file)
    }

    /// Why a database cannot be filled.
    package struct Refusal: Error, CustomStringConvertible {
        package let description =
            "the database holds stations that are not simulated; give the demonstration a file of its own"
    }

    /// Adds what is missing: the stations, and the days up to today with the forecast for tomorrow.
    ///
    /// `progress` is called after each day with the completed fraction, 0…1.
    ///
    /// - Returns: The number of stations.
    /// - Throws: ``Refusal`` rather than mix simulated readings with real ones.
    @discardableResult
    package func fill(at now: Date, progress: (Double) -> Void) async throws -> Int {
        let known = try await network.store.stations()
        guard known.allSatisfy(\.isSimulated) else { throw Refusal() }
        try await network.store.add(stations)
        let season = DemonstrationSeason(stations: stations, seed: Self.seed)
        // Days begin at different times in different zones. Today is the day in UTC.
        let today = CivilDate(at: now, in: .gmt)
        let first = try await firstMissingDay(until: today)
        var day = first
        while day <= today {
            _ = try await network.readings.keep(
                Submission(
                    readings: season.readings(on: day) + season.pollution(on: day),
                    forecasts: day == today ? season.forecasts(issuedOn: day) : []), at: now)
            day = day.adding(days: 1)
            progress(
                Double(day.daysSinceEpoch - first.daysSinceEpoch)
                    / Double(today.daysSinceEpoch - first.daysSinceEpoch + 1))
        }
        return stations.count
    }

    private func firstMissingDay(until today: CivilDate) async throws -> CivilDate {
        let start = today.adding(days: -Self.days)
        guard let station = stations.first?.id else { return start }
        let known = try await network.store.readings(of: station, days: start...today, allergens: nil)
        return known.map(\.day).max() ?? start
    }
}
