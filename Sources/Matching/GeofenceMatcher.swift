package import Allergens
package import Geography
import Projection
package import Topology

/// What a fence covers, ready to be asked many times and from any thread.
package struct GeofenceMatcher: Sendable {
    private enum Shape {
        case circle(Circle)
        case polygons(SharedArea)
    }

    private let shape: Shape
    /// Where the fence is when it must be one position: a circle's centre, or a position inside the polygons.
    package let anchor: Coordinate
    /// One box, or two at the antimeridian, that hold the fence.
    package let bounds: [BoundingBox]

    /// Prepares the area of a fence.
    package init(_ area: Fence.Area) throws(TopologyError) {
        switch area {
        case .circle(let centre, let radius):
            shape = .circle(Circle(centre: centre, radius: radius))
            anchor = centre
            bounds = BoundingBox(around: centre, radius: radius).parts
        case .polygons(let polygons):
            let shared = try SharedArea(polygons)
            shape = .polygons(shared)
            anchor = shared.pointOnSurface
            bounds = shared.bounds
        }
    }

    /// Whether the position lies in the fence or on its edge.
    package func holds(_ position: Coordinate) throws(TopologyError) -> Bool {
        switch shape {
        case .circle(let circle): circle.holds(position)
        case .polygons(let area): try area.covers(position)
        }
    }

    /// Whether an area holds a position, for a single question.
    package static func holds(area: Fence.Area, position: Coordinate) throws(TopologyError) -> Bool {
        if case .circle(let centre, let radius) = area {
            return Circle(centre: centre, radius: radius).holds(position)
        }
        return try GeofenceMatcher(area).holds(position)
    }
}

/// Every place within a radius of a centre along the geodesic on WGS 84.
package struct Circle: Hashable, Sendable {
    package let centre: Coordinate
    /// Metres.
    package let radius: Double
    private let centreVector: UnitVector
    private let surelyInside: Double
    private let surelyOutside: Double

    /// Creates a circle with a radius in metres.
    package init(centre: Coordinate, radius: Double) {
        self.centre = centre
        self.radius = radius
        centreVector = UnitVector(centre)
        surelyInside = Earth.squaredChord(ofDistance: radius / (1 + Earth.sphericalError))
        surelyOutside = Earth.squaredChord(ofDistance: radius / (1 - Earth.sphericalError))
    }

    /// Whether the position lies in the circle or on its edge.
    ///
    /// Distance on the sphere settles all but the positions within 0.6 % of the edge; only for those is the
    /// geodesic computed, which costs some twenty times as much.
    package func holds(_ position: Coordinate) -> Bool {
        let squaredChord = centreVector.squaredChord(to: UnitVector(position))
        if squaredChord < surelyInside { return true }
        if squaredChord > surelyOutside { return false }
        return Geodesic.distance(from: centre, to: position) <= radius
    }
}
