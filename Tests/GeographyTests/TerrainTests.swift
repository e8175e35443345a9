import Testing

@testable import Geography

@Suite struct TerrainTests {
    /// A table of four columns and two rows: centres at 135° W … 135° E and 45° N and S.
    private let cells: [UInt8] = [0, 10, 20, 30, 40, 50, 60, 70]

    private func table(_ cells: [UInt8], columns: UInt8 = 4, rows: UInt8 = 2, step: UInt8 = 28) -> [UInt8] {
        Array("TERRAIN1".utf8) + [columns, 0, rows, 0, 0x3E, 0xFE, step, 0] + cells
    }

    @Test func `an altitude is that of its cell's centre, and bilinear between four centres`() throws {
        let terrain = try Terrain(table(cells))
        #expect(terrain.altitude(east: -45, north: 45) == 10 * 28 - 450)
        #expect(terrain.altitude(east: 0, north: 45) == 15 * 28 - 450)
        #expect(terrain.altitude(east: 0, north: 0) == 35 * 28 - 450)
        let bern = try #require(Coordinate(longitude: -45, latitude: -45))
        #expect(terrain.altitude(at: bern) == 50 * 28 - 450)
    }

    @Test func `the table closes at the antimeridian, and ends at the poles`() throws {
        let terrain = try Terrain(table(cells))
        #expect(terrain.altitude(east: 180, north: 45) == 15 * 28 - 450)
        #expect(terrain.altitude(east: -180, north: 45) == 15 * 28 - 450)
        #expect(terrain.altitude(east: -45, north: 90) == 10 * 28 - 450)
        #expect(terrain.altitude(east: 135, north: -90) == 70 * 28 - 450)
    }

    @Test func `a damaged table is refused`() {
        #expect(throws: Terrain.Damage.header) { try Terrain([]) }
        #expect(throws: Terrain.Damage.header) { try Terrain([1] + table(cells).dropFirst()) }
        #expect(throws: Terrain.Damage.header) { try Terrain(table(cells, columns: 1)) }
        #expect(throws: Terrain.Damage.header) { try Terrain(table(cells, step: 0)) }
        #expect(throws: Terrain.Damage.size(expected: 24, found: 23)) {
            try Terrain(table(cells.dropLast()))
        }
        #expect(throws: Terrain.Damage.size(expected: 24, found: 25)) { try Terrain(table(cells + [1])) }
    }

    @Test func `another altitude has another digest`() throws {
        let digests = try [cells, cells.dropLast() + [71]].map { try Terrain(table($0)).digest }
        #expect(digests[0] != digests[1])
    }
}
