import Foundation
import GRDB
package import Geography

/// A GeoPackage (OGC 12-128r18): an SQLite file with layers of features.
package final class GeoPackage: Sendable {
    /// A feature: the requested attributes, and the rings of its polygons.
    package struct Feature: Sendable {
        /// The text values by column.
        ///
        /// A column without text is missing.
        package let attributes: [String: String]
        /// Outer and inner rings alike, closed as they are in the file.
        package let rings: [[Coordinate]]
    }

    private let database: DatabaseQueue

    /// Opens a file for reading.
    ///
    /// - Throws: `DatabaseError` when the file does not exist or is not a database.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        database = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Reads a layer of polygons in the order of the file.
    ///
    /// - Throws: ``GeoPackageMistake`` when the file has no such layer or a geometry cannot be read,
    ///   `DatabaseError` when the layer has no such column.
    package func features(of layer: String, attributes: [String]) throws -> [Feature] {
        try database.read { database in
            try Self.features(of: layer, attributes, in: database) { _ in "" }
        }
    }

    /// The features of a layer of polygons that hold a position, edges included.
    ///
    /// It reads only those whose box in the layer's spatial index (OGC 12-128r18, F.3) holds it.
    ///
    /// - Throws: ``GeoPackageMistake`` when the file has no such layer or a geometry cannot be read,
    ///   `DatabaseError` when the layer has no such column or no index.
    package func features(
        of layer: String, attributes: [String], at position: Coordinate
    ) throws -> [Feature] {
        let near = try database.read { database in
            try Self.features(of: layer, attributes, in: database) { column in
                """
                WHERE rowid IN (
                    SELECT id FROM \(sql: "rtree_\(layer)_\(column)".quotedDatabaseIdentifier)
                    WHERE minx <= \(position.longitude) AND maxx >= \(position.longitude)
                      AND miny <= \(position.latitude) AND maxy >= \(position.latitude))
                """
            }
        }
        return near.filter { $0.covers(position) }
    }

    private static func features(
        of layer: String, _ attributes: [String], in database: Database, where condition: (String) -> SQL
    ) throws -> [Feature] {
        let column = try String.fetchOne(
            database,
            literal: "SELECT column_name FROM gpkg_geometry_columns WHERE table_name = \(layer)")
        guard let column else { throw GeoPackageMistake("the file has no layer \(layer)") }
        let columns = ([column] + attributes).map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        let query: SQL =
            "SELECT \(sql: columns) FROM \(sql: layer.quotedDatabaseIdentifier) \(condition(column))"
        let rows = try SQLRequest<Row>(literal: query).fetchCursor(database)
        var features: [Feature] = []
        while let row = try rows.next() {
            guard let blob = row[0] as Data? else { continue }
            var texts: [String: String] = [:]
            for (place, name) in attributes.enumerated() { texts[name] = row[place + 1] }
            features.append(Feature(attributes: texts, rings: try GeoPackageBlob.rings(Array(blob))))
        }
        return features
    }
}

extension GeoPackage.Feature {
    /// Whether a position is within an odd number of rings: in a polygon, and in none of its holes.
    fileprivate func covers(_ position: Coordinate) -> Bool {
        Outline([rings.map { $0.map { SIMD2($0.longitude, $0.latitude) } }]).covers(position)
    }
}

/// What is wrong with a GeoPackage, in one sentence.
package struct GeoPackageMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

extension DatabaseValueConvertible {
    fileprivate static func fetchOne(_ database: Database, literal: SQL) throws -> Self? {
        try SQLRequest<Self>(literal: literal).fetchOne(database)
    }
}

/// The bytes of a geometry: a GeoPackage header (clause 2.1.3), then well-known binary (ISO 19125-1).
enum GeoPackageBlob {
    /// The rings of a polygon or multipolygon.
    static func rings(_ blob: [UInt8]) throws(GeoPackageMistake) -> [[Coordinate]] {
        guard blob.count >= 8, blob[0] == UInt8(ascii: "G"), blob[1] == UInt8(ascii: "P")
        else { throw GeoPackageMistake("a geometry does not begin with GP") }
        // Bits 1…3 of the flags give the number of values in the envelope.
        let envelopes = [0, 4, 6, 6, 8]
        let kind = Int(blob[3] >> 1 & 7)
        guard envelopes.indices.contains(kind)
        else { throw GeoPackageMistake("a geometry has an envelope of the unknown kind \(kind)") }
        var reader = BinaryReader(bytes: blob, place: 8 + 8 * envelopes[kind])
        return try reader.geometry()
    }
}

/// Reads well-known binary from front to back.
private struct BinaryReader {
    let bytes: [UInt8]
    var place: Int
    private var isLittleEndian = true

    init(bytes: [UInt8], place: Int) {
        self.bytes = bytes
        self.place = place
    }

    mutating func geometry() throws(GeoPackageMistake) -> [[Coordinate]] {
        isLittleEndian = try number(1) == 1
        let kind = try number(4)
        var rings: [[Coordinate]] = []
        switch kind {
        case 3:
            for _ in 0..<(try number(4)) { rings.append(try ring()) }
        case 6:
            for _ in 0..<(try number(4)) { rings += try geometry() }
        default: throw GeoPackageMistake("a geometry is of kind \(kind), not a polygon")
        }
        return rings
    }

    private mutating func ring() throws(GeoPackageMistake) -> [Coordinate] {
        var ring: [Coordinate] = []
        for _ in 0..<(try number(4)) {
            let longitude = Double(bitPattern: try number(8))
            let latitude = Double(bitPattern: try number(8))
            guard let position = Coordinate(longitude: longitude, latitude: latitude)
            else { throw GeoPackageMistake("a geometry leaves the globe at \(longitude), \(latitude)") }
            ring.append(position)
        }
        return ring
    }

    /// The next `size` bytes as an unsigned number.
    private mutating func number(_ size: Int) throws(GeoPackageMistake) -> UInt64 {
        guard place + size <= bytes.count else { throw GeoPackageMistake("a geometry ends too early") }
        var number: UInt64 = 0
        for offset in 0..<size {
            let byte = bytes[place + (isLittleEndian ? size - 1 - offset : offset)]
            number = number << 8 | UInt64(byte)
        }
        place += size
        return number
    }
}
