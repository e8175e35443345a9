/// A polygon with holes and closed rings: the last position of each repeats the first.
///
/// The type does not check whether rings cross themselves; that is a question for topology.
package struct Polygon: Hashable, Sendable {
    package let exterior: [Coordinate]
    package let holes: [[Coordinate]]

    /// Creates a polygon, or returns `nil` when a ring has fewer than four positions or is not closed.
    package init?(exterior: [Coordinate], holes: [[Coordinate]] = []) {
        for ring in [exterior] + holes {
            guard ring.count >= 4, ring.first == ring.last else { return nil }
        }
        self.exterior = exterior
        self.holes = holes
    }

    /// The number of positions in all rings.
    package var vertexCount: Int { holes.reduce(exterior.count) { $0 + $1.count } }
}
