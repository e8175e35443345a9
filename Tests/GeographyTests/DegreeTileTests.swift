import Geography
import Testing

@Suite struct DegreeTileTests {
    @Test(arguments: [(7, 133, 30), (4, 0, 0), (4, 31, 15), (7, 255, 127)])
    func `a tile holds the middles of its cells, rows from the south`(zoom: Int, column: Int, row: Int) throws
    {
        let tile = try #require(DegreeTile(zoom: zoom, column: column, row: row))
        let middles = tile.middles(ofCells: 4)
        #expect(middles.count == 16)
        for middle in middles {
            #expect(DegreeTile(holding: middle, zoom: zoom) == tile)
            #expect(tile.bounds.contains(middle))
        }
        #expect(middles[0].latitude < middles[4].latitude && middles[0].longitude < middles[1].longitude)
    }

    @Test func `the corners of the world are in the outermost tiles`() {
        #expect(DegreeTile(holding: Coordinate(longitude: 180, latitude: -90)!, zoom: 4).column == 31)
        #expect(DegreeTile(holding: Coordinate(longitude: -180, latitude: 90)!, zoom: 4).row == 0)
        #expect(DegreeTile(holding: Coordinate(longitude: 7.58, latitude: 47.56)!, zoom: 7).row == 30)
    }

    @Test(arguments: [(3, 0, 0), (8, 0, 0), (7, 256, 0), (7, 0, 128), (7, -1, 0)])
    func `there are no other tiles`(zoom: Int, column: Int, row: Int) {
        #expect(DegreeTile(zoom: zoom, column: column, row: row) == nil)
    }
}
