import Geography
import Testing

@testable import Rendering

@Suite struct MapWindowTests {
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> BoundingBox {
        BoundingBox(west: west, south: south, east: east, north: north)!
    }

    @Test func `the tiles cover the window without gaps`() {
        for box in [box(5, 45, 11, 48), box(170, -50, -170, -30), box(-180, -90, 180, 90), box(7, 47, 7, 47)]
        {
            for zoom in 0...5 {
                let window = MapWindow(box, zoom: zoom)
                let tiles = window.tiles
                #expect(tiles.allSatisfy { $0.address.zoom == zoom })
                #expect(tiles.map(\.x).min()! <= 0 && tiles.map(\.y).min()! <= 0)
                #expect(tiles.map(\.x).max()! + 256 >= window.width)
                #expect(tiles.map(\.y).max()! + 256 >= window.height)
                let columns = Set(tiles.map(\.x)).count
                let rows = Set(tiles.map(\.y)).count
                #expect(tiles.count == columns * rows, "\(box) \(zoom)")
            }
        }
    }

    @Test func `over the antimeridian the window continues on the other side of the world`() {
        let window = MapWindow(box(170, -20, -170, -10), zoom: 4)
        #expect(window.width == 228)
        #expect(Set(window.tiles.map(\.address.column)) == [15, 0])
        let east = window.place(of: Coordinate(longitude: -175, latitude: -15)!)
        let west = window.place(of: Coordinate(longitude: 175, latitude: -15)!)
        #expect(west.x > 50 && west.x < 60 && east.x > 168 && east.x < 174)
    }

    @Test func `the zoom is the highest that fits`() {
        let box = box(5.5, 45.5, 11, 48)
        let window = MapWindow(box, upTo: 1_100)
        #expect(max(window.width, window.height) <= 1_100)
        #expect(MapWindow(box, zoom: window.zoom + 1).width > 1_100)
    }
}
