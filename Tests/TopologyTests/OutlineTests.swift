import Geography
import SeededTesting
import Testing

@testable import Topology

/// Compares packed rings with GEOS, position by position.
@Suite struct OutlineTests {
    /// Whether both agree on positions in, on and around the polygons.
    private func compare(_ polygons: [Polygon], using generator: inout SeededGenerator) throws {
        let outline = try Outline(polygons)
        let area = try PreparedArea(polygons)
        let stored = Outline(bytes: outline.bytes)
        for position in Self.positions(about: polygons, using: &generator) {
            let covered = try area.covers(position)
            #expect(outline.covers(position) == covered, "\(position)")
            #expect(stored.covers(position) == covered)
        }
    }

    /// Vertices, their neighbours by one bit, middles of edges, and random places in and around the rings.
    private static func positions(
        about polygons: [Polygon], using generator: inout SeededGenerator
    ) -> [Coordinate] {
        let rings = polygons.flatMap { [$0.exterior] + $0.holes }
        var positions: [Coordinate] = []
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst()) {
                positions.append(start)
                positions += [
                    Coordinate(longitude: start.longitude.nextUp, latitude: start.latitude),
                    Coordinate(longitude: start.longitude, latitude: start.latitude.nextDown),
                    Coordinate(
                        longitude: (start.longitude + end.longitude) / 2,
                        latitude: (start.latitude + end.latitude) / 2),
                ].compactMap(\.self)
                positions.append(.random(near: start, within: 3, using: &generator))
            }
        }
        return positions
    }

    @Test(arguments: UInt64(0)..<60)
    func `random rings contain what GEOS says they contain`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let centre = Coordinate.random(using: &generator)
            guard abs(centre.latitude) < 80 else { continue }
            try compare([Shapes.holedStar(around: centre, size: 2, using: &generator)], using: &generator)
            try compare([Shapes.cap(using: &generator)], using: &generator)
        }
    }

    @Test func `edges along parallels and meridians, spikes and touching rings match GEOS`()
        throws
    {
        var generator = SeededGenerator(seed: 1)
        let stairs = [
            (0.0, 0.0), (4, 0), (4, 1), (3, 1), (3, 2), (4, 2), (4, 3), (2, 3), (2, 1), (1, 1), (1, 3),
            (0, 3),
            (0, 0),
        ]
        let touching = Shapes.polygon([(10, 0), (14, 0), (14, 4), (10, 4)])
        try compare([Shapes.polygon(Array(stairs.dropLast()))], using: &generator)
        try compare([touching, Shapes.polygon([(14, 4), (16, 4), (16, 6), (14, 6)])], using: &generator)
        try compare([Shapes.polygon([(0, 0), (1e-9, 0), (1e-9, 1e-9)])], using: &generator)
    }

    @Test func `a position near an edge is right where rounding would err`() throws {
        // Collinear in exact arithmetic but for the last bit of one coordinate.
        let polygon = Shapes.polygon([(0.1, 0.1), (0.3, 0.3), (0.3, 0.1)])
        let outline = try Outline([polygon])
        let area = try PreparedArea([polygon])
        for step in 1..<400 {
            let share = 0.1 + 0.2 * Double(step) / 400
            for latitude in [share.nextDown, share, share.nextUp] {
                let position = Coordinate(wrappingLongitude: share, latitude: latitude)
                #expect(outline.covers(position) == (try area.covers(position)), "\(position)")
                #expect(outline.covers(position) == (latitude <= share))
            }
        }
    }

    @Test func `rings over the antimeridian and around the poles match GEOS`() throws {
        var generator = SeededGenerator(seed: 2)
        let fiji = Shapes.polygon([(178, -20), (-178, -20), (-178, -15), (178, -15)])
        let antarctica = Shapes.polygon([(-120, -65), (0, -70), (120, -65)])
        let arctic = Shapes.polygon([(-90, 70), (0, 65), (90, 70), (180, 65)])
        for polygon in [fiji, antarctica, arctic] {
            try compare([polygon], using: &generator)
            let outline = try Outline([polygon])
            let area = try PreparedArea([polygon])
            for longitude in stride(from: -180.0, through: 180, by: 7.5) {
                for latitude in [-90.0, -89.9, -75, -66, -60, -17, 60, 67, 75, 89.9, 90] {
                    let position = Coordinate(wrappingLongitude: longitude, latitude: latitude)
                    #expect(outline.covers(position) == (try area.covers(position)), "\(position)")
                }
            }
            #expect(outline.covers(Coordinate(longitude: 180, latitude: -17)!) == (polygon == fiji))
            #expect(outline.covers(Coordinate(longitude: -180, latitude: -17)!) == (polygon == fiji))
        }
    }
}
