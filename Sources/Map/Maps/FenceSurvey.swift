package import Allergens
package import Geography
package import Interpolation
package import Observations

/// Finds the highest value of a field within an area.
package struct FenceSurvey: Sendable {
    /// Steps from the centre of an area to its farthest point.
    ///
    /// A step is a tenth of the area's extent. A station's contribution to the field is highest at the
    /// station itself, which is evaluated wherever the steps fall.
    private static let steps = 10

    package let field: IntensityField

    /// Surveys the field that stations' values make on a day.
    ///
    /// - Returns: `nil` when the allergen has no scale.
    package init?(of allergen: Allergen, on day: CivilDate, among values: [DayValue]) {
        guard let bounds = Scale.standard(for: allergen)?.bounds else { return nil }
        field = IntensityField(allergen: allergen, bounds: bounds, day: day, samples: values)
    }

    /// The highest estimate in an area.
    ///
    /// - Parameters:
    ///   - anchor: A position in the area.
    ///   - extent: Metres from the anchor within which the whole area lies.
    ///   - holds: Whether a position is inside the area.
    /// - Returns: The estimate, or `nil` where the field shows nothing.
    package func highest(
        around anchor: Coordinate, extent: Double, where holds: (Coordinate) throws -> Bool
    ) rethrows -> Estimate? {
        let box = BoundingBox(around: anchor, radius: extent)
        let stations = field.samples(reaching: box).map(\.position).filter(box.contains)
        var highest = field.estimate(at: anchor)
        for place in stations + Self.places(around: anchor, extent: extent) {
            guard try holds(place), let estimate = field.estimate(at: place) else { continue }
            if highest.map({ $0.concentration < estimate.concentration }) ?? true { highest = estimate }
        }
        return highest
    }

    /// Places on a square grid around an anchor.
    private static func places(around anchor: Coordinate, extent: Double) -> [Coordinate] {
        let metresPerDegree = Earth.meanRadius * .pi / 180
        let north = extent / metresPerDegree / Double(steps)
        let east = north / max(UnitVector(anchor).z.magnitude.cosineOfArcsine, 0.01)
        var places: [Coordinate] = []
        for row in -steps...steps {
            for column in -steps...steps where row * row + column * column <= steps * steps {
                let latitude = anchor.latitude + Double(row) * north
                guard abs(latitude) <= 90 else { continue }
                places.append(
                    Coordinate(
                        wrappingLongitude: anchor.longitude + Double(column) * east, latitude: latitude))
            }
        }
        return places
    }
}

extension Double {
    /// The cosine of the angle that has this sine.
    fileprivate var cosineOfArcsine: Double { max(1 - self * self, 0).squareRoot() }
}
