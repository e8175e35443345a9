import Allergens
import Geography
import Interpolation
import Observations

/// A value at a place.
struct LocatedValue {
    let point: UnitVector
    let value: Double
}

/// A value and its distance from the place in question.
struct DistantValue {
    let point: UnitVector
    let squaredChord: Double
    let value: Double
}

extension [LocatedValue] {
    /// The `count` values nearest to a place, ordered by distance.
    func nearest(_ count: Int, to place: UnitVector) -> [DistantValue] {
        let distant = map {
            DistantValue(point: $0.point, squaredChord: place.squaredChord(to: $0.point), value: $0.value)
        }
        return [DistantValue](distant.sorted { $0.squaredChord < $1.squaredChord }.prefix(count))
    }
}

extension [DayValue] {
    /// log₁₀(x + 1) at each sample's position.
    var logarithms: [LocatedValue] {
        map {
            LocatedValue(point: UnitVector($0.position), value: LogScale.logarithm(of: $0.value))
        }
    }
}
