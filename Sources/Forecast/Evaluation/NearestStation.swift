package import Geography
package import Observations

/// The value of the nearest station.
package struct NearestStation: Interpolator {
    package let name = "nearest station"

    package init() {}

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        let place = UnitVector(position)
        return
            samples
            .map { (chord: place.squaredChord(to: UnitVector($0.position)), value: $0.value) }
            .min { $0.chord < $1.chord }?
            .value
    }
}
