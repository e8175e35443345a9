import Foundation
import Geography
import SeededTesting

/// Shapes to test with.
enum Shapes {
    /// A polygon from pairs of longitude and latitude, which closes the rings.
    static func polygon(
        _ exterior: [(Double, Double)], holes: [[(Double, Double)]] = []
    ) -> Polygon {
        func ring(_ pairs: [(Double, Double)]) -> [Coordinate] {
            let ring = pairs.map { Coordinate(wrappingLongitude: $0.0, latitude: $0.1) }
            return ring + [ring[0]]
        }
        return Polygon(sound: ring(exterior), holes: holes.map(ring))
    }

    /// A star around a centre: it never crosses itself, and its width and height stay under twice the size.
    static func star(
        around centre: Coordinate, size: Double, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        let corners = Int.random(in: 5...24, using: &generator)
        let ring = (0..<corners).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(corners)
            let reach = size * Double.random(in: 0.4...1, using: &generator)
            return Coordinate(
                wrappingLongitude: centre.longitude + reach * cos(angle),
                latitude: centre.latitude + reach * sin(angle))
        }
        return ring + [ring[0]]
    }

    /// A star with a small star cut out of its middle.
    static func holedStar(
        around centre: Coordinate, size: Double, using generator: inout SeededGenerator
    ) -> Polygon {
        Polygon(
            sound: star(around: centre, size: size, using: &generator),
            holes: [star(around: centre, size: size * 0.3, using: &generator)])
    }

    /// A ring of random positions near a centre, which usually crosses itself.
    static func scribble(
        around centre: Coordinate, size: Double, using generator: inout SeededGenerator
    ) -> Polygon {
        let ring = (0..<Int.random(in: 3...6, using: &generator)).map { _ in
            Coordinate.random(near: centre, within: size, using: &generator)
        }
        return Polygon(sound: ring + [ring[0]])
    }

    /// A ring once around the axis at northern latitudes, with some holes.
    static func cap(using generator: inout SeededGenerator) -> Polygon {
        let ring = (0..<12).map { corner in
            Coordinate(
                wrappingLongitude: -170 + 30 * Double(corner) + .random(in: 0...20, using: &generator),
                latitude: .random(in: 55...70, using: &generator))
        }
        let hole = star(
            around: Coordinate(wrappingLongitude: .random(in: -180...180, using: &generator), latitude: 80),
            size: 5, using: &generator)
        return Polygon(sound: ring + [ring[0]], holes: [hole])
    }
}

extension Polygon {
    /// Creates a polygon from rings that are known to be closed.
    fileprivate init(sound exterior: [Coordinate], holes: [[Coordinate]] = []) {
        guard let polygon = Polygon(exterior: exterior, holes: holes) else {
            preconditionFailure("a shape to test with is not closed")
        }
        self = polygon
    }

    /// The polygon moved along the parallels.
    func moved(east degrees: Double) -> Polygon {
        Polygon(
            sound: exterior.map { $0.moved(east: degrees) },
            holes: holes.map { $0.map { $0.moved(east: degrees) } })
    }

    /// Whether a position lies inside, by counting crossed edges; every vertex is taken next to the
    /// position's own meridian, so the polygon must stay within half a turn of it.
    func holdsByCounting(_ position: Coordinate) -> Bool {
        ([exterior] + holes).reduce(false) { inside, ring in
            var inside = inside
            for (start, end) in zip(ring, ring.dropFirst()) {
                let (west, east) = (start.relative(to: position), end.relative(to: position))
                guard (west.y > 0) != (east.y > 0) else { continue }
                let crossing = west.x - west.y * (east.x - west.x) / (east.y - west.y)
                if crossing > 0 { inside.toggle() }
            }
            return inside
        }
    }
}

extension Coordinate {
    fileprivate func relative(to origin: Coordinate) -> (x: Double, y: Double) {
        (remainder(longitude - origin.longitude, 360), latitude - origin.latitude)
    }
}
