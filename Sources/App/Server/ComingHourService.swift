package import API
import Allergens
import Forecasting
package import Foundation
package import Geography
package import Maps
package import Observations

/// Spreads the days of a place over their hours.
package struct ComingHourService: ComingHourSource {
    private let air: AirService
    private let store: any WeatherStore

    package init(air: AirService, store: any WeatherStore) {
        self.air = air
        self.store = store
    }

    package func comingHours(at position: Coordinate, from now: Date) async throws -> [ComingHours] {
        let today = CivilDate(at: now, in: .gmt)
        let values = try await air.air(at: position, on: today, today: today) {
            DailyCourse.learned(of: $0.id) != nil
        }
        guard !values.isEmpty else { return [] }
        let weather = ComingWeather(try await store.weather(around: position, at: now), at: now)
        return values.compactMap { value in
            guard let course = DailyCourse.learned(of: value.allergen.id),
                let bounds = Scale.standard(for: value.allergen)?.bounds
            else { return nil }
            let days = [value.today, value.tomorrow, value.dayAfter]
            let hours = Self.ends(from: now).compactMap { end -> ComingHours.Hour? in
                // An hour belongs to the day in which it begins.
                let day = CivilDate(at: end.addingTimeInterval(-1), in: .gmt)
                guard let estimate = days[day.daysSinceEpoch - today.daysSinceEpoch] else { return nil }
                return course.hour(
                    ending: end, of: estimate, longitude: position.longitude, isWet: weather.isWet(on: day),
                    bounds: bounds)
            }
            return ComingHours(allergen: value.allergen, hours: hours)
        }
    }

    /// The ends of the current hour and of those after it.
    private static func ends(from now: Date) -> [Date] {
        let current = (now.timeIntervalSince1970 / 3_600).rounded(.down)
        return (1...ComingHours.count).map { Date(timeIntervalSince1970: (current + Double($0)) * 3_600) }
    }
}
