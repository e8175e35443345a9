package import Geography

/// Why an area cannot be used.
package enum TopologyError: Error, Hashable, Sendable {
    /// The area has no polygon.
    case empty
    /// A ring has only one or two different positions.
    case ringTooSmall(polygon: Int, ring: Int)
    /// The exterior ring of a polygon encloses no area.
    case zeroArea(polygon: Int)
    /// The rings cross or overlap, with GEOS's reason and location.
    case invalid(polygon: Int, reason: String, place: Coordinate?)
    /// The edge from a vertex spans exactly half the globe and could go either way around.
    case ambiguousEdge(polygon: Int, ring: Int, vertex: Int)
    /// The exterior ring is wider than the globe.
    case widerThanTheGlobe(polygon: Int)
    /// The holes of an area around a pole leave no meridian along which it can be opened.
    case holesRoundPole(polygon: Int)
    /// GEOS failed, for lack of memory or because of an internal error.
    case failed(operation: String)

    /// The reason in words, safe to show to strangers.
    package var reason: String {
        switch self {
        case .empty: "an area needs at least one polygon"
        case .ringTooSmall: "a ring needs at least three different positions"
        case .zeroArea: "the area encloses nothing"
        case .invalid(_, let reason, let place?):
            "\(reason.lowercased()) at longitude \(Self.rounded(place.longitude)), "
                + "latitude \(Self.rounded(place.latitude))"
        case .invalid(_, let reason, nil): reason.lowercased()
        case .ambiguousEdge(_, _, let vertex):
            "the edge after position \(vertex) spans half the globe and could go either way round; "
                + "put a position between"
        case .widerThanTheGlobe: "the area goes round the globe more than once"
        case .holesRoundPole: "an area round a pole with holes on all sides; draw it as several polygons"
        case .failed(let operation): "the area could not be worked on (\(operation))"
        }
    }

    /// Rounds to six decimals, a tenth of a metre, which is enough for people.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    /// Returns the location of the error in GeoJSON `coordinates`.
    ///
    /// - Parameter isMultiple: Whether the coordinates are those of a MultiPolygon.
    /// - Returns: Indices from the outside inwards.
    package func path(isMultiple: Bool) -> [Int] {
        func place(_ polygon: Int, _ rest: Int...) -> [Int] { (isMultiple ? [polygon] : []) + rest }
        return switch self {
        case .ringTooSmall(let polygon, let ring): place(polygon, ring)
        case .ambiguousEdge(let polygon, let ring, let vertex): place(polygon, ring, vertex)
        case .zeroArea(let polygon), .invalid(let polygon, _, _), .widerThanTheGlobe(let polygon),
            .holesRoundPole(let polygon):
            place(polygon)
        case .empty, .failed: []
        }
    }
}
