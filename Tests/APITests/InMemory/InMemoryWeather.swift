import Foundation
import Geography
import Observations

@testable import API

/// The same sites wherever one asks.
struct InMemoryWeather: WeatherStore {
    let series = Guarded<[WeatherSeries]>([])

    func weather(around position: Coordinate, at now: Date) async throws -> [WeatherSeries] { series.value }
}
