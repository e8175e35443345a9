import Allergens
import Foundation
import GRDB
import Geography

/// How the outline of a polygon fence stands in its table: the coordinates of a GeoJSON MultiPolygon.
enum Outline {
    static func encoded(_ polygons: [Polygon]) throws -> String {
        let coordinates = polygons.map { polygon in
            ([polygon.exterior] + polygon.holes).map { ring in ring.map { [$0.longitude, $0.latitude] } }
        }
        return String(decoding: try JSONEncoder().encode(coordinates), as: UTF8.self)
    }

    static func decoded(_ text: String) throws -> [Polygon] {
        let coordinates = try JSONDecoder().decode([[[[Double]]]].self, from: Data(text.utf8))
        return try coordinates.map { rings in
            let rings = try rings.map { try $0.map(position) }
            guard let exterior = rings.first,
                let polygon = Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
            else { throw broken }
            return polygon
        }
    }

    private static func position(_ pair: [Double]) throws -> Coordinate {
        guard pair.count == 2, let position = Coordinate(longitude: pair[0], latitude: pair[1])
        else { throw broken }
        return position
    }

    private static var broken: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the outline of a fence cannot be read")
    }
}

extension Fence.Area {
    init(row: Row) throws {
        try self.init(anchor: Coordinate(row: row), radius: row["radius"], outline: row["outline"])
    }

    /// Reads the columns of an area; the schema has seen to it that one of `radius` and `outline` is there.
    init(anchor: Coordinate, radius: Double?, outline: String?) throws {
        if let radius {
            self = .circle(centre: anchor, radius: radius)
        } else {
            self = .polygons(try Outline.decoded(outline ?? ""))
        }
    }

    /// The radius column of a circle.
    var radius: Double? {
        guard case .circle(_, let radius) = self else { return nil }
        return radius
    }

    /// The outline column of a polygon.
    var outline: String? {
        get throws {
            guard case .polygons(let polygons) = self else { return nil }
            return try Outline.encoded(polygons)
        }
    }
}

/// Kinds of alert as the bits of a column.
enum KindBits {
    static func encoded(_ kinds: some Sequence<Alert.Kind>) -> Int {
        kinds.reduce(0) { $0 | bit(of: $1) }
    }

    static func decoded(_ bits: Int) -> Set<Alert.Kind> {
        Set(Alert.Kind.allCases.filter { bits & bit(of: $0) != 0 })
    }

    private static func bit(of kind: Alert.Kind) -> Int {
        switch kind {
        case .station: 1
        case .user: 2
        case .forecast: 4
        }
    }
}

extension AllergenSet {
    /// The low word as SQLite's signed integers hold it.
    var storedLow: Int64 { Int64(bitPattern: low) }
    /// The high word as SQLite's signed integers hold it.
    var storedHigh: Int64 { Int64(bitPattern: high) }

    init(row: Row) {
        self.init(
            low: UInt64(bitPattern: row["low"] as Int64), high: UInt64(bitPattern: row["high"] as Int64))
    }
}
