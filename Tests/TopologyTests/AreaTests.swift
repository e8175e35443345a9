import Geography
import SeededTesting
import Testing

@testable import Topology

@Suite struct AreaTests {
    private func verdict(_ polygons: [Polygon]) -> String {
        do {
            _ = try Area.validated(polygons: polygons)
            return "valid"
        } catch {
            switch error {
            case .invalid(let polygon, let reason, _): return "\(polygon) \(reason)"
            default: return "\(error)"
            }
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `moving an area along its parallels does not change the verdict`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let centre = Coordinate(
            wrappingLongitude: 0, latitude: .random(in: -50...50, using: &generator))
        let size = Double.random(in: 0.01...35, using: &generator)
        let areas = [
            [Shapes.holedStar(around: centre, size: size, using: &generator)],
            [Shapes.scribble(around: centre, size: size, using: &generator)],
            [Shapes.cap(using: &generator)],
        ]
        for area in areas {
            let still = verdict(area)
            for _ in 0..<8 {
                let way = Double.random(in: -360...360, using: &generator)
                #expect(verdict(area.map { $0.moved(east: way) }) == still, "moved by \(way)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `an accepted area is still valid and unchanged when it is checked again`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let centre = Coordinate(
            wrappingLongitude: .random(in: 150...210, using: &generator),
            latitude: .random(in: -50...50, using: &generator))
        for polygon in [
            Shapes.holedStar(around: centre, size: 35, using: &generator), Shapes.cap(using: &generator),
        ] {
            let once = try Area.validated(polygons: [polygon])
            #expect(try Area.validated(polygons: once) == once)
        }
    }

    @Test func `a self-intersecting ring is refused with the place`() {
        let bow = Shapes.polygon([(6, 46), (8, 48), (8, 46), (6, 48)])
        let expected = TopologyError.invalid(
            polygon: 0, reason: "Self-intersection", place: Coordinate(longitude: 7, latitude: 47))
        #expect(throws: expected) { try Area.validated(polygons: [bow]) }
    }

    @Test func `the place of a fault beyond the antimeridian is a valid position`() {
        let bow = Shapes.polygon([(179, 1), (-177, 3), (-177, 1), (179, 3)])
        let expected = TopologyError.invalid(
            polygon: 0, reason: "Self-intersection", place: Coordinate(longitude: -179, latitude: 2))
        #expect(throws: expected) { try Area.validated(polygons: [bow]) }
    }

    @Test func `a ring of two places is too small`() {
        let line = Shapes.polygon([(6, 46), (8, 48), (6, 46), (8, 48)])
        #expect(throws: TopologyError.ringTooSmall(polygon: 0, ring: 0)) {
            try Area.validated(polygons: [line])
        }
    }

    @Test func `a ring on one line encloses nothing`() {
        let line = Shapes.polygon([(6, 46), (7, 47), (8, 48)])
        #expect(throws: TopologyError.zeroArea(polygon: 0)) { try Area.validated(polygons: [line]) }
    }

    @Test func `an edge across half the globe is ambiguous`() {
        let half = Shapes.polygon([(-90, 0), (90, 0), (90, 20), (-90, 20)])
        #expect(throws: TopologyError.ambiguousEdge(polygon: 0, ring: 0, vertex: 0)) {
            try Area.validated(polygons: [half])
        }
    }

    @Test func `a hole outside its polygon is refused`() {
        let polygon = Shapes.polygon(
            [(6, 46), (8, 46), (8, 48), (6, 48)], holes: [[(9, 46), (10, 46), (10, 47)]])
        #expect(throws: TopologyError.self) { try Area.validated(polygons: [polygon]) }
    }

    @Test func `an area without polygons is refused`() {
        #expect(throws: TopologyError.empty) { try Area.validated(polygons: []) }
    }

    @Test func `either direction of a ring is accepted and turned counter-clockwise`() throws {
        let clockwise = Shapes.polygon([(6, 46), (6, 48), (8, 48), (8, 46)])
        let counter = Shapes.polygon([(6, 46), (8, 46), (8, 48), (6, 48)])
        #expect(try Area.validated(polygons: [clockwise]) == [counter])
        #expect(try Area.validated(polygons: [counter]) == [counter])
    }

    @Test func `Fiji across the antimeridian comes out as two polygons that meet there`() throws {
        let fiji = Shapes.polygon([(177, -19), (-179, -19), (-179, -16), (177, -16)])
        let parts = try Area.validated(polygons: [fiji])
        #expect(parts.count == 2)
        let longitudes = parts.map { Set($0.exterior.map(\.longitude)) }
        #expect(longitudes == [[177, 180], [-180, -179]])
    }

    @Test(arguments: [(170.0, -179.999_999_999_9), (179.999_999_999_9, -170.0), (170, 180), (-180, -170)])
    func `a sliver beyond the antimeridian leaves no part behind`(west: Double, east: Double) throws {
        let polygon = Shapes.polygon([(west, 0), (east, 0), (east, 10), (west, 10)])
        let parts = try Area.validated(polygons: [polygon])
        #expect(parts.count == 1)
        #expect(try Area.validated(polygons: parts) == parts)
    }

    @Test func `the place of a fault is given to the tenth of a metre`() {
        let place = Coordinate(wrappingLongitude: 6.118489550867605, latitude: 47.63002086389176)
        let error = TopologyError.invalid(polygon: 0, reason: "Self-intersection", place: place)
        #expect(error.reason == "self-intersection at longitude 6.11849, latitude 47.630021")
    }

    @Test func `polygons may overlap and touch`() throws {
        let left = Shapes.polygon([(0, 0), (2, 0), (2, 2), (0, 2)])
        let right = Shapes.polygon([(1, 1), (3, 1), (3, 3), (1, 3)])
        #expect(try Area.validated(polygons: [left, right]) == [left, right])
    }

    @Test func `the path to a fault follows the nesting of the coordinates`() {
        let error = TopologyError.ambiguousEdge(polygon: 2, ring: 1, vertex: 5)
        #expect(error.path(isMultiple: true) == [2, 1, 5])
        #expect(error.path(isMultiple: false) == [1, 5])
    }
}
