import GRDB
import Geography
import SampleTesting
import Testing

@testable import Storage

@Suite struct TileArchiveTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("birch.mbtiles")
    }

    private func open(_ layer: String = "birch") throws -> TileArchive {
        try TileArchive(
            path: path, metadata: ["name": layer, "layer": layer, "format": "png"], identity: ["layer"])
    }

    private func tile(_ row: Int, _ tag: String, _ png: [UInt8]?) -> TileArchive.Tile {
        TileArchive.Tile(address: TileAddress(zoom: 3, column: 4, row: row)!, tag: tag, png: png)
    }

    /// What any reader of MBTiles sees: zoom, column, row from the south, bytes.
    private func tiles() throws -> [[Int]] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(
                database,
                sql:
                    "SELECT zoom_level, tile_column, tile_row, length(tile_data) FROM tiles ORDER BY tile_row"
            ).map { row in (0..<4).map { row[$0] as Int } }
        }
    }

    @Test func `rows count from the south and equal pictures are stored once`() throws {
        let archive = try open()
        try archive.keep([tile(0, "a", [1]), tile(1, "b", [1]), tile(7, "c", [1, 2])])
        #expect(try tiles() == [[3, 4, 0, 2], [3, 4, 6, 1], [3, 4, 7, 1]])
        #expect(try archive.finish() == (tiles: 3, pictures: 2))
        #expect(try archive.tag(of: TileAddress(zoom: 3, column: 4, row: 7)!) == "c")
        #expect(try archive.tag(of: TileAddress(zoom: 3, column: 4, row: 3)!) == nil)
    }

    @Test func `a changed tile is replaced, and an empty one is removed`() throws {
        let archive = try open()
        try archive.keep([tile(0, "a", [1]), tile(1, "b", [1, 2])])
        try archive.keep([tile(0, "c", [1, 2, 3]), tile(1, "d", nil)])
        #expect(try tiles() == [[3, 4, 7, 3]])
        #expect(try archive.finish() == (tiles: 1, pictures: 1))
    }

    @Test func `only the same export can continue a file`() throws {
        try open().keep([tile(0, "a", [1])])
        #expect(try open().tag(of: TileAddress(zoom: 3, column: 4, row: 0)!) == "a")
        #expect {
            try open("grass")
        } throws: { error in
            (error as? TileArchiveRefusal)?.reason == "its layer is birch, not grass"
        }
        #expect(try tiles().count == 1)
    }

    @Test func `another program's file is left alone`() throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE diary (line TEXT)") }
        #expect(throws: TileArchiveRefusal.self) { try open() }
        let other = folder.path("other.mbtiles")
        try DatabaseQueue(path: other).write { database in
            try database.execute(sql: "CREATE TABLE metadata (name TEXT, value TEXT)")
        }
        #expect(throws: TileArchiveRefusal.self) { try TileArchive(path: other, metadata: [:], identity: []) }
    }

    @Test func `the file describes its content`() throws {
        _ = try open()
        let number = try DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "PRAGMA application_id")
        }
        #expect(number == 0x4d50_4258)
    }
}
