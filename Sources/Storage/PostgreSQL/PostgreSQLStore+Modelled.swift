import Alerts
package import Forecasting
package import Foundation
import Observations

extension PostgreSQLStore {
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
}
