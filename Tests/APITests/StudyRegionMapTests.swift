import Geography
import SeededTesting
import Testing

@testable import API

/// The tiles that show where a study looks for people, and the frame over them.
@Suite struct StudyRegionMapTests {
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> BoundingBox {
        try #require(BoundingBox(west: west, south: south, east: east, north: north))
    }

    @Test(arguments: UInt64(0)..<60)
    func `the frame lies within the tiles, at the edges of the box`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let (west, south) = (
                Double.random(in: -180...179, using: &generator),
                Double.random(in: -84...83, using: &generator)
            )
            let box = try box(
                west, south, Double.random(in: (west + 0.01)...180, using: &generator),
                Double.random(in: (south + 0.01)...84, using: &generator))
            let map = StudyRegionMap(of: box)
            #expect(map.frame.left >= 0 && map.frame.top >= 0)
            #expect(map.frame.left + map.frame.width <= 3 && map.frame.top + map.frame.height <= 2)
            #expect(map.tiles.count == 6)
            let size = Double(1 << map.zoom)
            let left = (Double(map.column) + map.frame.left) / size
            let bottom = (Double(map.row) + map.frame.top + map.frame.height) / size
            #expect(abs(WebMercator.longitude(x: left) - box.west) < 1e-9)
            #expect(abs(WebMercator.latitude(y: bottom) - box.south) < 1e-9)
        }
    }

    @Test func `a town is seen with what lies around it, and a country as a whole`() throws {
        let basel = StudyRegionMap(of: try box(7.4, 47.4, 7.8, 47.7))
        #expect(basel.zoom == 9 && basel.frame.width < 1)
        let switzerland = StudyRegionMap(of: try box(5.9, 45.8, 10.5, 47.8))
        #expect((6...7).contains(switzerland.zoom) && switzerland.frame.width > 0.8)
    }

    @Test func `a region over the antimeridian is one frame, and its tiles are those of both ends`() throws {
        let fiji = StudyRegionMap(of: try box(177, -19, -179.5, -16))
        let columns = Set(fiji.tiles.map(\.column))
        #expect(columns.contains(0) && columns.contains((1 << fiji.zoom) - 1))
        #expect(abs(fiji.frame.width - 3.5 / 360 * Double(1 << fiji.zoom)) < 1e-9)
    }

    @Test func `the whole world fits, from pole to pole`() throws {
        let world = StudyRegionMap(of: .world)
        #expect(world.zoom == 1 && world.row == 0 && world.tiles.count == 6)
        #expect(world.frame.top == 0 && world.frame.height == 2 && world.frame.width == 2)
    }
}
