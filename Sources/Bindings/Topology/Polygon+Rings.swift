import Geography

extension Polygon {
    /// Creates a polygon from rings in the plane.
    ///
    /// - Parameters:
    ///   - rings: The exterior ring, then the holes.
    ///   - coordinate: Converts a vertex to a position, or returns `nil` if it is invalid.
    /// - Throws: An error if the rings form no polygon.
    init(
        rings: Rings, coordinate: (SIMD2<Double>) -> Coordinate?
    ) throws(TopologyError) {
        let positions = rings.map { $0.compactMap(coordinate) }
        guard let exterior = positions.first, positions.map(\.count) == rings.map(\.count),
            let polygon = Polygon(exterior: exterior, holes: Array(positions.dropFirst()))
        else { throw .failed(operation: "polygon of rings") }
        self = polygon
    }
}
