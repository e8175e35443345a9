package import Allergens
import Foundation
package import Geography

/// The part of an address that opens the map at a place, such as `/#9/47.560/7.580/birch/2026-04-08`.
package struct MapLink: Hashable, Sendable {
    private let position: Coordinate
    private let layer: String
    private let day: CivilDate?
    private let isExact: Bool

    /// Links to a layer at a place; without a day, the map shows today.
    package init(to layer: String, at position: Coordinate, on day: CivilDate?) {
        self.position = position
        self.layer = layer
        self.day = day
        isExact = false
    }

    /// Links to the exact place where somebody is today.
    package init(toSomebodyAt position: Coordinate) {
        (self.position, layer, day, isExact) = (position, "overall", nil, true)
    }

    /// Links to the public position of an alert, on the day that it is about.
    package init(to alert: Alert) {
        self.init(
            to: alert.allergens.first?.rawValue ?? "overall", at: alert.publicPosition, on: alert.finding?.day
        )
    }

    /// Latitude and longitude.
    package var place: String { "\(degrees(position.latitude))/\(degrees(position.longitude))" }

    package var path: String {
        "/#\(isExact ? 14 : 9)/\(place)/\(layer)\(day.map { "/\($0)" } ?? "")"
    }

    /// Three decimals, as in the map's own links: about 100 metres; five for an exact place: a metre.
    private func degrees(_ value: Double) -> String {
        value.formatted(
            .number.precision(.fractionLength(isExact ? 5 : 3)).locale(Locale(identifier: "en_US_POSIX")))
    }
}
