import Allergens
import Foundation
import HTTP
import Observations

/// `GET /v1/air/hours`.
struct ComingHoursWire: Encodable {
    struct Hour: Encodable {
        /// The end of the hour.
        let time: Date
        let value: Double
        let level: Level
        let basis: Basis
        let interval: IntervalWire
        /// Whether the weather of the day chose its course.
        let knowsWeather: Bool

        init(_ hour: ComingHours.Hour) {
            time = hour.end
            value = hour.value.inHundredths
            level = hour.level
            basis = hour.basis
            interval = IntervalWire(hour.interval)
            knowsWeather = hour.knowsWeather
        }
    }

    struct Entry: Encodable {
        let allergen: Allergen.ID
        let name: String
        let unit: ConcentrationUnit?
        let hours: [Hour]
    }

    let allergens: [Entry]

    init(_ hours: [ComingHours]) {
        allergens = hours.map {
            Entry(
                allergen: $0.allergen.id, name: $0.allergen.name, unit: $0.allergen.unit,
                hours: $0.hours.map(Hour.init))
        }
    }
}
