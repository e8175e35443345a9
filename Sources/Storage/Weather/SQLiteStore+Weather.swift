package import Foundation
package import Observations

extension SQLiteStore {
    /// The days for which past forecasts are kept; measured values are kept for good.
    static let forecastDays = 2

    /// Stores weather in one transaction.
    ///
    /// A newer issue of a forecast replaces an older one. Measured values add to those of the same site and
    /// time, and replace different ones. Forecasts of these sites for times more than two days past are
    /// deleted.
    ///
    /// - Throws: `DatabaseError` when the site of a record is not among `sites`; then nothing is stored.
    package func keep(
        _ weather: [WeatherRecord], at sites: [WeatherSite], received now: Date
    ) async throws -> IntakeTally {
        try await pool.write { database in
            var tally = IntakeTally()
            var writer = try WeatherWriter(database)
            try writer.keep(sites)
            for record in weather { tally.count(try writer.keep(record)) }
            try writer.forgetForecasts(before: now)
            return tally
        }
    }
}
