import Testing

@testable import Geography

@Suite struct TileAddressTests {
    @Test func `the tile that holds Bern at zoom 7 is 66 over 45`() throws {
        let bern = try #require(Coordinate(longitude: 7.424661, latitude: 46.950342))
        #expect(TileAddress(holding: bern, zoom: 7) == TileAddress(zoom: 7, column: 66, row: 44 + 1))
    }

    @Test func `a column beyond the last is no address`() {
        #expect(TileAddress(zoom: 1, column: 2, row: 0) == nil)
        #expect(TileAddress(zoom: 99, column: 1, row: 1) == nil)
    }
}
