import Foundation
import GRDB
import Geography
import Storage
import Testing

@Suite struct GeoPackageTests {
    @Test(arguments: [true, false]) func `reads polygons with holes in either byte order`(
        isLittleEndian: Bool
    ) throws {
        let rings: [[(Double, Double)]] = [
            [(0, 0), (4, 0), (4, 4), (0, 0)], [(1, 1), (2, 1), (2, 2), (1, 1)],
        ]
        let path = try Self.file(
            Self.blob(rings, isLittleEndian: isLittleEndian, envelope: isLittleEndian ? 1 : 0))
        let features = try GeoPackage(path: path).features(of: "areas", attributes: ["name", "code"])
        #expect(features.count == 1)
        #expect(features[0].attributes == ["name": "Süd"])
        #expect(features[0].rings.map { $0.map(\.longitude) } == rings.map { $0.map(\.0) })
        #expect(features[0].rings.map { $0.map(\.latitude) } == rings.map { $0.map(\.1) })
    }

    @Test(arguments: [
        (3.5, 0.5, true), (0, 0, true), (2, 0, true), (1.8, 1.4, false), (1, 3, false), (9, 1, false),
    ])
    func `finds what holds a position, edges included, and not what has it in a hole`(
        longitude: Double, latitude: Double, isFound: Bool
    ) throws {
        let rings: [[(Double, Double)]] = [
            [(0, 0), (4, 0), (4, 4), (0, 0)], [(1, 0.5), (2, 1), (2, 2), (1, 0.5)],
        ]
        let file = try GeoPackage(path: Self.file(Self.blob(rings, isLittleEndian: true, envelope: 0)))
        let position = try #require(Coordinate(longitude: longitude, latitude: latitude))
        let found = try file.features(of: "areas", attributes: ["name"], at: position)
        #expect(found.map(\.attributes) == (isFound ? [["name": "Süd"]] : []))
    }

    @Test func `a truncated geometry is an error that names it`() throws {
        let blob = Self.blob([[(0, 0), (4, 0), (4, 4), (0, 0)]], isLittleEndian: true, envelope: 0)
        let path = try Self.file(blob.dropLast(5))
        #expect(throws: GeoPackageMistake.self) {
            try GeoPackage(path: path).features(of: "areas", attributes: [])
        }
    }

    @Test func `a missing layer is an error that names it`() throws {
        let path = try Self.file([])
        let mistake = #expect(throws: GeoPackageMistake.self) {
            try GeoPackage(path: path).features(of: "seas", attributes: [])
        }
        #expect(mistake?.description == "the file has no layer seas")
    }

    private static func file(_ blob: some Sequence<UInt8>) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gpkg").path
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT);
                    INSERT INTO gpkg_geometry_columns VALUES ('areas', 'geom');
                    CREATE TABLE areas (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, code TEXT);
                    CREATE VIRTUAL TABLE rtree_areas_geom USING rtree (id, minx, maxx, miny, maxy);
                    INSERT INTO rtree_areas_geom VALUES (1, 0, 4, 0, 4);
                    """)
            try database.execute(
                sql: "INSERT INTO areas (geom, name) VALUES (?, 'Süd')", arguments: [Data(blob)])
        }
        return path
    }

    private static func blob(
        _ rings: [[(Double, Double)]], isLittleEndian: Bool, envelope: UInt8
    ) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
        }
        let order: UInt8 = isLittleEndian ? 1 : 0
        var blob: [UInt8] = Array("GP".utf8) + [0, envelope << 1 | order] + bytes(UInt32(4326))
        if envelope == 1 { blob += [UInt8](repeating: 0, count: 32) }
        blob += [order] + bytes(UInt32(6)) + bytes(UInt32(1))
        blob += [order] + bytes(UInt32(3)) + bytes(UInt32(rings.count))
        for ring in rings {
            blob += bytes(UInt32(ring.count))
            for (x, y) in ring { blob += bytes(x.bitPattern) + bytes(y.bitPattern) }
        }
        return blob
    }
}
