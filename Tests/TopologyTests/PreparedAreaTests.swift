import Geography
import SeededTesting
import Testing

@testable import Topology

@Suite struct PreparedAreaTests {
    @Test(arguments: UInt64(0)..<60)
    func `coverage agrees with counting crossed edges, also over the antimeridian`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let centre = Coordinate.random(using: &generator).moved(east: 180)
        let middle = Coordinate(wrappingLongitude: centre.longitude, latitude: centre.latitude / 2)
        let polygon = Shapes.holedStar(around: middle, size: 40, using: &generator)
        let given = try PreparedArea([polygon])
        let stored = try PreparedArea(Area.validated(polygons: [polygon]))
        for _ in 0..<200 {
            let position = Coordinate.random(near: middle, within: 45, using: &generator)
            let expected = polygon.holdsByCounting(position)
            #expect(try given.covers(position) == expected)
            #expect(try stored.covers(position) == expected)
            if expected { #expect(given.bounds.contains { $0.contains(position) }) }
        }
        #expect(try given.covers(given.pointOnSurface))
        #expect(polygon.holdsByCounting(stored.pointOnSurface))
        #expect(given.bounds == stored.bounds)
    }

    @Test(arguments: UInt64(0)..<40)
    func `moving area and position together changes nothing`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let polygon = Shapes.cap(using: &generator)
        let still = try PreparedArea([polygon])
        for _ in 0..<4 {
            let way = Double.random(in: -360...360, using: &generator)
            let moved = try PreparedArea(Area.validated(polygons: [polygon.moved(east: way)]))
            for _ in 0..<50 {
                let position = Coordinate(
                    wrappingLongitude: .random(in: -180...180, using: &generator),
                    latitude: .random(in: 50...90, using: &generator))
                #expect(try still.covers(position) == moved.covers(position.moved(east: way)))
            }
        }
    }

    @Test func `both ways to write Fiji cover the same places`() throws {
        let jumping = [Shapes.polygon([(177, -19), (-179, -19), (-179, -16), (177, -16)])]
        let cut = [
            Shapes.polygon([(177, -19), (180, -19), (180, -16), (177, -16)]),
            Shapes.polygon([(-180, -19), (-179, -19), (-179, -16), (-180, -16)]),
        ]
        for polygons in [jumping, cut, try Area.validated(polygons: jumping)] {
            let fiji = try PreparedArea(polygons)
            for (longitude, expected) in [
                (178.44, true), (180, true), (-180, true), (-179.5, true), (176.9, false), (-178.9, false),
                (0, false),
            ] {
                let position = Coordinate(wrappingLongitude: longitude, latitude: -18)
                #expect(try fiji.covers(position) == expected, "\(longitude)")
            }
            #expect(fiji.bounds == BoundingBox(west: 177, south: -19, east: -179, north: -16)?.parts)
        }
    }

    @Test func `Antarctica along the 90th parallel covers the pole and every longitude`() throws {
        let coast = stride(from: 180.0, through: -180, by: -20).map { ($0, -75.0) }
        let antarctica = Shapes.polygon([(-180, -90), (180, -90)] + coast)
        let area = try PreparedArea(Area.validated(polygons: [antarctica]))
        for longitude in stride(from: -180.0, through: 180, by: 7.5) {
            #expect(try area.covers(Coordinate(wrappingLongitude: longitude, latitude: -80)))
            #expect(try area.covers(Coordinate(wrappingLongitude: longitude, latitude: -90)))
            #expect(try !area.covers(Coordinate(wrappingLongitude: longitude, latitude: -74)))
        }
    }

    @Test func `a ring around the North Pole covers the pole and not the tropics`() throws {
        for direction in [1.0, -1.0] {
            let ring = stride(from: 0.0, to: 360, by: 45).map { (direction * $0, 70.0) }
            let cap = try PreparedArea(Area.validated(polygons: [Shapes.polygon(ring)]))
            #expect(try cap.covers(Coordinate(wrappingLongitude: 15.6, latitude: 78.2)))
            #expect(try cap.covers(Coordinate(wrappingLongitude: -120, latitude: 89.9)))
            #expect(try cap.covers(Coordinate(wrappingLongitude: 77, latitude: 90)))
            #expect(try !cap.covers(Coordinate(wrappingLongitude: 15.6, latitude: 20)))
            #expect(cap.bounds == [BoundingBox(west: -180, south: 70, east: 180, north: 90)])
        }
    }

    @Test func `the overlap of two polygons is inside`() throws {
        let area = try PreparedArea([
            Shapes.polygon([(0, 0), (2, 0), (2, 2), (0, 2)]),
            Shapes.polygon([(1, 1), (3, 1), (3, 3), (1, 3)]),
        ])
        #expect(try area.covers(Coordinate(wrappingLongitude: 1.5, latitude: 1.5)))
        #expect(try !area.covers(Coordinate(wrappingLongitude: 0.5, latitude: 2.5)))
    }

    @Test func `edges and corners belong to the area`() throws {
        let area = try PreparedArea([Shapes.polygon([(6, 46), (8, 46), (8, 48), (6, 48)])])
        #expect(try area.covers(Coordinate(wrappingLongitude: 6, latitude: 46)))
        #expect(try area.covers(Coordinate(wrappingLongitude: 7, latitude: 48)))
    }

    @Test func `scattered islands have the narrowest box around the globe`() throws {
        func island(_ west: Double) -> Polygon {
            Shapes.polygon([(west, 0), (west + 5, 0), (west + 5, 5), (west, 5)])
        }
        let pacific = try PreparedArea([island(-150), island(170), island(-178)])
        #expect(pacific.bounds == BoundingBox(west: 170, south: 0, east: -145, north: 5)?.parts)
        let atlantic = try PreparedArea([island(-30), island(10)])
        #expect(atlantic.bounds == [BoundingBox(west: -30, south: 0, east: 15, north: 5)])
    }
}
