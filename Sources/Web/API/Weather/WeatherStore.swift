package import Foundation
package import Geography
package import Observations

/// The weather of stations and grids.
package protocol WeatherStore: Sendable {
    /// The weather from yesterday to tomorrow at the nearest sites within `WeatherRules.reach`.
    func weather(around position: Coordinate, at now: Date) async throws -> [WeatherSeries]
}
