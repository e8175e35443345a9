package import Geography

/// Where a study looks for people: a box on the map, and what the place is called.
///
/// It is told to readers and to catalogues. Answers from elsewhere are taken as well.
package struct StudyRegion: Hashable, Sendable {
    /// The most characters of a name.
    package static let longestName = 200

    /// What is wrong with a box.
    package enum Mistake: String, CaseIterable, Sendable {
        /// East is not a longitude, and so on.
        case west, south, east, north
        /// North does not lie north of south.
        case flat
        /// East is west.
        case narrow
    }

    package let name: String
    /// Its edges in degrees; where `west` is greater than `east`, it crosses the antimeridian.
    package let box: BoundingBox

    package init(name: String, box: BoundingBox) { (self.name, self.box) = (name, box) }

    /// What is wrong with four edges in degrees; empty if they are those of a region.
    package static func mistakes(
        west: Double, south: Double, east: Double, north: Double
    ) -> [Mistake] {
        let (longitudes, latitudes) = (-180.0...180.0, -90.0...90.0)
        let edges: [(Mistake, Double, ClosedRange<Double>)] = [
            (.west, west, longitudes), (.south, south, latitudes), (.east, east, longitudes),
            (.north, north, latitudes),
        ]
        let outside = edges.filter { !$0.2.contains($0.1) }.map(\.0)
        guard outside.isEmpty else { return outside }
        return (south < north ? [] : [.flat]) + (west == east ? [.narrow] : [])
    }
}
