import Testing

@testable import Geography

@Suite struct TileAddressTests {
    @Test func `the tile with Bern at zoom 7 is 66 over 45`() throws {
        let bern = try #require(Coordinate(longitude: 7.424661, latitude: 46.950342))
        #expect(TileAddress(holding: bern, zoom: 7) == TileAddress(zoom: 7, column: 66, row: 44 + 1))
    }

    @Test func `a column beyond the last is not an address`() {
        #expect(TileAddress(zoom: 1, column: 2, row: 0) == nil)
        #expect(TileAddress(zoom: 99, column: 1, row: 1) == nil)
    }

    @Test(arguments: [
        (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
        (12, 3_423, 1_763, 19_078_479),
    ])
    func `the Hilbert number matches the PMTiles specification`(
        zoom: Int, column: Int, row: Int, number: UInt64
    ) {
        #expect(TileAddress(zoom: zoom, column: column, row: row)?.hilbertNumber == number)
    }

    @Test func `neighbours on the Hilbert curve are neighbours on the map`() {
        let tiles = TileCover(.world, zooms: 4...4).sorted { $0.hilbertNumber < $1.hilbertNumber }
        for (first, second) in zip(tiles, tiles.dropFirst()) {
            #expect(second.hilbertNumber == first.hilbertNumber + 1)
            #expect(abs(first.column - second.column) + abs(first.row - second.row) == 1)
        }
    }
}
