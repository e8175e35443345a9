package import Alerts
package import Geography
import Projection
package import Topology

/// The area of a fence, prepared for many queries from any thread.
package struct GeofenceMatcher: Sendable {
    private enum Shape {
        case circle(Circle)
        case polygons(Outline)
    }

    private let shape: Shape
    /// The position and extent of the fence, for its index and for matching.
    package let footprint: FenceFootprint

    /// Prepares the area of a fence.
    package init(_ area: Fence.Area) throws(TopologyError) {
        switch area {
        case .circle(let centre, let radius):
            shape = .circle(Circle(centre: centre, radius: radius))
            footprint = FenceFootprint(
                anchor: centre, boxes: BoundingBox(hiding: centre, radius: radius).parts, extent: radius,
                outline: nil)
        case .polygons(let polygons):
            let prepared = try PreparedArea(polygons)
            let outline = try Outline(polygons)
            shape = .polygons(outline)
            footprint = FenceFootprint(
                anchor: prepared.pointOnSurface, boxes: prepared.bounds,
                extent: Self.extent(of: polygons, outline, from: prepared.pointOnSurface), outline: outline)
        }
    }

    /// Whether the position is inside the fence or on its edge.
    package func holds(_ position: Coordinate) -> Bool {
        switch shape {
        case .circle(let circle): circle.holds(position)
        case .polygons(let outline): outline.covers(position)
        }
    }

    /// Whether a report concerns the fence.
    ///
    /// It does when any point of the fence may lie in the report's public cell, whose centre is `position`.
    package func concerns(reportAt position: Coordinate) -> Bool {
        switch shape {
        case .circle(let circle):
            Geodesic.distance(from: circle.centre, to: position) <= circle.radius + Report.publicReach
        case .polygons(let outline):
            outline.meets(BoundingBox(cellAround: position, ofGrid: Report.publicGrid))
        }
    }

    /// A distance in metres from an anchor within which all polygons lie.
    ///
    /// Edges are straight on the map but not on the sphere. Each edge is followed in steps of at most a
    /// degree, and half the longest step is added to cover the points in between. The farthest point lies on
    /// an edge, unless the antipode is inside.
    private static func extent(
        of polygons: [Polygon], _ outline: Outline, from anchor: Coordinate
    ) -> Double {
        let opposite = Coordinate(wrappingLongitude: anchor.longitude + 180, latitude: -anchor.latitude)
        guard !outline.covers(opposite) else { return .pi * Earth.meanRadius * (1 + Earth.sphericalError) }
        let centre = UnitVector(anchor)
        var farthest = 0.0
        var longest = 0.0
        for ring in polygons.map(\.exterior) {
            for (start, end) in zip(ring, ring.dropFirst()) {
                let west = (end.longitude - start.longitude + 540).truncatingRemainder(dividingBy: 360) - 180
                let north = end.latitude - start.latitude
                let steps = max(abs(west), abs(north), 1).rounded(.up)
                var last = UnitVector(start)
                for step in stride(from: 1, through: steps, by: 1) {
                    let place = UnitVector(
                        Coordinate(
                            wrappingLongitude: start.longitude + west * step / steps,
                            latitude: start.latitude + north * step / steps))
                    farthest = max(farthest, centre.squaredChord(to: place))
                    longest = max(longest, last.squaredChord(to: place))
                    last = place
                }
            }
        }
        let distance = Earth.distance(ofSquaredChord: farthest) + Earth.distance(ofSquaredChord: longest) / 2
        return distance * (1 + Earth.sphericalError)
    }
}

/// All points within a radius of a centre along the geodesic on WGS 84.
package struct Circle: Hashable, Sendable {
    package let centre: Coordinate
    /// The radius in metres.
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

    /// Whether the position is inside the circle or on its edge.
    ///
    /// The distance on the sphere settles all positions except those within 0.6 % of the edge. Only for those
    /// is the geodesic computed, which costs about twenty times as much.
    package func holds(_ position: Coordinate) -> Bool {
        let squaredChord = centreVector.squaredChord(to: UnitVector(position))
        if squaredChord < surelyInside { return true }
        if squaredChord > surelyOutside { return false }
        return Geodesic.distance(from: centre, to: position) <= radius
    }
}
