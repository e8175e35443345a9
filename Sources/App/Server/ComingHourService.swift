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
        async let weather = ComingWeather(try await store.weather(around: position, at: now), at: now)
        let values = try await air.air(at: position, on: today, today: today) {
            DailyCourse.learned(of: $0.id) != nil
        }
        guard !values.isEmpty else { return [] }
        let ahead = HourAhead.all(from: now, today, try await weather)
        return values.compactMap { value in
            guard let course = DailyCourse.learned(of: value.allergen.id),
                let bounds = Scale.standard(for: value.allergen)?.bounds
            else { return nil }
            let days = [value.today, value.tomorrow, value.dayAfter]
            let hours = ahead.compactMap { hour -> ComingHours.Hour? in
                guard let estimate = days[hour.daysAhead] else { return nil }
                return course.hour(
                    ending: hour.end, of: estimate, longitude: position.longitude, isWet: hour.isWet,
                    bounds: bounds)
            }
            return ComingHours(allergen: value.allergen, hours: hours)
        }
    }
}

/// What is known of a coming hour besides its pollen.
private struct HourAhead {
    let end: Date
    /// How many days after today the hour begins, 0...2.
    let daysAhead: Int
    /// Whether its day is wet, if that is known.
    let isWet: Bool?

    /// The current hour and those after it.
    static func all(from now: Date, _ today: CivilDate, _ weather: ComingWeather) -> [HourAhead] {
        let isWet = (0...2).map { weather.isWet(on: today.adding(days: $0)) }
        let current = (now.timeIntervalSince1970 / 3_600).rounded(.down)
        return (1...ComingHours.count).map { hours in
            let end = Date(timeIntervalSince1970: (current + Double(hours)) * 3_600)
            // An hour belongs to the day in which it begins.
            let day = CivilDate(at: end.addingTimeInterval(-1), in: .gmt)
            let daysAhead = day.daysSinceEpoch - today.daysSinceEpoch
            return HourAhead(end: end, daysAhead: daysAhead, isWet: isWet[daysAhead])
        }
    }
}
