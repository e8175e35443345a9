import Crypto
import Foundation
import GRDB
package import Geography

/// A file of map tiles in the form of MBTiles 1.3 (https://github.com/mapbox/mbtiles-spec).
///
/// Equal tiles are kept once, and transparent ones not at all: the specification lets a reader meet gaps. Each tile is
/// kept with the tag of its content, by which an interrupted export finds out what it has already.
package final class TileArchive: Sendable {
    /// A tile, or what says that there is none.
    package struct Tile: Sendable {
        package let address: TileAddress
        /// Changes with the tile's content.
        package let tag: String
        /// `nil` when the tile shows nothing.
        package let png: [UInt8]?

        package init(address: TileAddress, tag: String, png: [UInt8]?) {
            self.address = address
            self.tag = tag
            self.png = png
        }
    }

    let queue: DatabaseQueue

    /// Opens the file, creating it when it is not there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - metadata: What the file says of itself; the names of MBTiles and others.
    ///   - identity: The names of the metadata that a file must have already to be gone on with.
    /// - Throws: ``TileArchiveRefusal`` when it holds something else; `DatabaseError` when it is no database.
    package init(path: String, metadata: [String: String], identity: [String]) throws {
        queue = try DatabaseQueue(path: path)
        try queue.write { database in
            if try database.tableExists("metadata") {
                try Self.expect(metadata, identity, in: database)
            } else if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 {
                try database.execute(sql: Self.schema)
            } else {
                throw TileArchiveRefusal(reason: "it is a database of something else than tiles")
            }
            for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
                try database.execute(
                    literal: """
                        INSERT INTO metadata (name, value) VALUES (\(name), \(value))
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value
                        """)
            }
        }
    }

    private static func expect(
        _ metadata: [String: String], _ identity: [String], in database: Database
    ) throws {
        guard try database.tableExists("map"),
            try database.columns(in: "map").contains(where: { $0.name == "tag" })
        else { throw TileArchiveRefusal(reason: "it was written by another program") }
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM metadata")
        let found = Dictionary(rows.map { ($0["name"] as String, $0["value"] as String) }) { $1 }
        for name in identity where found[name] != metadata[name] {
            throw TileArchiveRefusal(
                reason: "its \(name) is \(found[name] ?? "unknown"), not \(metadata[name] ?? "unknown")")
        }
    }

    /// The four letters say MBTiles to `file` and GDAL: "MPBX" in the list of SQLite's application identifiers.
    private static let schema = """
        PRAGMA application_id = 0x4d504258;
        CREATE TABLE metadata (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE images (tile_id TEXT NOT NULL PRIMARY KEY, tile_data BLOB NOT NULL);
        CREATE TABLE map (
            zoom_level INTEGER NOT NULL,
            tile_column INTEGER NOT NULL,
            tile_row INTEGER NOT NULL,
            tile_id TEXT NOT NULL REFERENCES images (tile_id) DEFERRABLE INITIALLY DEFERRED,
            tag TEXT NOT NULL
        );
        CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
        CREATE VIEW tiles AS
            SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
            FROM map JOIN images ON images.tile_id = map.tile_id;
        """
}

/// Why a file cannot take the tiles of an export.
package struct TileArchiveRefusal: Error, Sendable {
    /// A sentence without its subject, the file.
    package let reason: String
}

extension TileArchive {
    /// The tag with which a tile was kept, or `nil` when it was not.
    package func tag(of tile: TileAddress) throws -> String? {
        try queue.read { database in
            try SQLRequest<String>(
                literal: """
                    SELECT tag FROM map
                    WHERE zoom_level = \(tile.zoom) AND tile_column = \(tile.column)
                        AND tile_row = \(tile.rowFromSouth)
                    """, cached: true
            ).fetchOne(database)
        }
    }

    /// Keeps tiles in place of those that have their addresses; all of them or none.
    package func keep(_ tiles: [Tile]) throws {
        try queue.write { database in
            for tile in tiles { try Self.keep(tile, in: database) }
        }
    }

    private static func keep(_ tile: Tile, in database: Database) throws {
        let address = tile.address
        guard let png = tile.png else {
            try database.execute(
                literal: """
                    DELETE FROM map
                    WHERE zoom_level = \(address.zoom) AND tile_column = \(address.column)
                        AND tile_row = \(address.rowFromSouth)
                    """)
            return
        }
        let id = SHA256.hash(data: png).prefix(16).map { String(format: "%02x", $0) }.joined()
        try database.execute(
            literal: """
                INSERT INTO images (tile_id, tile_data) VALUES (\(id), \(Data(png)))
                ON CONFLICT (tile_id) DO NOTHING
                """)
        try database.execute(
            literal: """
                INSERT INTO map (zoom_level, tile_column, tile_row, tile_id, tag)
                VALUES (\(address.zoom), \(address.column), \(address.rowFromSouth), \(id), \(tile.tag))
                ON CONFLICT (zoom_level, tile_column, tile_row)
                DO UPDATE SET tile_id = excluded.tile_id, tag = excluded.tag
                """)
    }

    /// Removes the pictures of tiles that were replaced, and counts what is there.
    package func finish() throws -> (tiles: Int, pictures: Int) {
        try queue.write { database in
            try database.execute(sql: "DELETE FROM images WHERE tile_id NOT IN (SELECT tile_id FROM map)")
            return (
                try Int.fetchOne(database, sql: "SELECT count(*) FROM map") ?? 0,
                try Int.fetchOne(database, sql: "SELECT count(*) FROM images") ?? 0
            )
        }
    }
}

extension TileAddress {
    /// "The tile_row … follow the Tile Map Service Specification": rows count from the south there.
    fileprivate var rowFromSouth: Int { (1 << zoom) - 1 - row }

    init?(zoom: Int, column: Int, rowFromSouth: Int) {
        self.init(zoom: zoom, column: column, row: (1 << zoom) - 1 - rowFromSouth)
    }
}
