import Crypto
import Foundation
import GRDB
package import Geography

/// A file of map tiles in the format MBTiles 1.3 (https://github.com/mapbox/mbtiles-spec).
///
/// Equal tiles are stored once, and transparent ones not at all: the specification allows gaps. Each tile is
/// stored with the tag of its content, so that an interrupted export knows which tiles it has.
package final class TileArchive: Sendable {
    /// A tile, or the statement that it is empty.
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

    /// Opens the file, creating it if necessary.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - metadata: The file's metadata, under the names of MBTiles and others.
    ///   - identity: The names of the metadata that an existing file must match to be continued.
    /// - Throws: ``TileArchiveRefusal`` when it holds something else; `DatabaseError` when it is not a
    ///   database.
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

    /// The four letters identify MBTiles to `file` and GDAL: "MPBX" in SQLite's list of application
    /// identifiers.
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
    /// A sentence without its subject, which is the file.
    package let reason: String
}

extension TileArchive {
    /// The tag of a stored tile, or `nil` when the tile is not stored.
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

    /// Stores tiles in place of those with the same addresses; all of them or none.
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

    /// Removes the pictures of replaced tiles, and counts tiles and pictures.
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
    /// The row as the Tile Map Service counts it, from the south.
    ///
    /// "The tile_row … follow the Tile Map Service Specification".
    fileprivate var rowFromSouth: Int { (1 << zoom) - 1 - row }

    init?(zoom: Int, column: Int, rowFromSouth: Int) {
        self.init(zoom: zoom, column: column, row: (1 << zoom) - 1 - rowFromSouth)
    }
}
