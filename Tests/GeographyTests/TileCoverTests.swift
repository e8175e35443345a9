import Geography
import SeededTesting
import Testing

@Suite struct TileCoverTests {
    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> BoundingBox {
        BoundingBox(west: west, south: south, east: east, north: north)!
    }

    @Test func `the world contains every tile once`() {
        let cover = TileCover(.world, zooms: 0...3)
        #expect(cover.count == 1 + 4 + 16 + 64)
        #expect(Set(cover).count == cover.count)
        #expect(Array(cover).count == cover.count)
    }

    @Test func `a box that ends at the edge of a tile does not reach into the next`() {
        let tile = TileAddress(zoom: 5, column: 16, row: 11)!
        let bounds = tile.bounds
        let cover = TileCover(
            box(bounds.west, bounds.south + 1e-9, bounds.east, bounds.north - 1e-9), zooms: 5...5)
        #expect(Array(cover) == [tile])
    }

    @Test func `a point has one tile of each zoom`() {
        let cover = TileCover(box(7.58, 47.56, 7.58, 47.56), zooms: 0...22)
        #expect(cover.map(\.zoom) == Array(0...22))
    }

    @Test func `no tile comes twice over the antimeridian`() {
        #expect(TileCover(box(170, -20, -170, -10), zooms: 0...0).count == 1)
        let columns = Set(TileCover(box(170, -20, -170, -10), zooms: 4...4).map(\.column))
        #expect(columns == [15, 0])
        // Only a sliver is left out, and it lies inside one tile.
        #expect(TileCover(box(1, -20, 0.9, -10), zooms: 2...2).count == 4)
    }

    @Test(arguments: UInt64(0)..<20)
    func `the cover agrees with testing every tile by hand`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let edges = (0..<2).map { _ in Double.random(in: -180...180, using: &generator) }
            let heights = (0..<2).map { _ in Double.random(in: -85...85, using: &generator) }.sorted()
            let box = box(edges[0], heights[0], edges[1], heights[1])
            let zoom = Int.random(in: 0...5, using: &generator)
            let expected = TileCover(.world, zooms: zoom...zoom).filter { box.intersects($0.bounds) }
            let cover = TileCover(box, zooms: zoom...zoom)
            #expect(Set(cover) == Set(expected), "\(box) \(zoom)")
            #expect(cover.count == expected.count)
        }
    }
}
