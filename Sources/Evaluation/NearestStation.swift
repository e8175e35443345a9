package import Allergens
package import Geography

/// The value of the nearest station.
package struct NearestStation: Interpolator {
    package let name = "nearest station"

    package init() {}

    package func concentration(at position: Coordinate, from samples: [DayValue]) -> Double? {
        samples.nearest(1, to: UnitVector(position)).first?.value
    }
}

/// A sample with its squared chord to a place.
struct DistantSample {
    let point: UnitVector
    let squaredChord: Double
    let value: Double
}

extension [DayValue] {
    /// The `count` samples that are nearest to a place, in order of their distance.
    func nearest(_ count: Int, to place: UnitVector) -> ArraySlice<DistantSample> {
        map { sample in
            let point = UnitVector(sample.position)
            return DistantSample(
                point: point, squaredChord: place.squaredChord(to: point), value: sample.value)
        }
        .sorted { $0.squaredChord < $1.squaredChord }
        .prefix(count)
    }
}
