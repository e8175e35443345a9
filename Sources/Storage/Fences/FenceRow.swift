import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import Sealing

/// Polygons as the coordinates of a GeoJSON MultiPolygon, the form in which a fence's tables store them.
enum PolygonText {
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

    private static var broken: SealingError { .broken(RowCipher.area) }
}

/// Watches as their column stores them.
enum WatchText {
    private struct Item: Codable {
        let key: String
        let level: Level?
        let sensitivity: Sensitivity?
    }

    static func encoded(_ watches: [Watch]) throws -> String {
        let items = watches.map { Item(key: $0.subject.key, level: $0.level, sensitivity: $0.sensitivity) }
        return String(decoding: try JSONEncoder().encode(items), as: UTF8.self)
    }

    static func decoded(_ text: String, taxonomy: Taxonomy) throws -> [Watch] {
        try JSONDecoder().decode([Item].self, from: Data(text.utf8)).compactMap { item in
            taxonomy.subject(spelled: item.key).map {
                Watch($0, level: item.level, sensitivity: item.sensitivity)
            }
        }
    }
}

/// Kinds of alert as bits of a column.
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
    /// The low word as one of SQLite's signed integers.
    var storedLow: Int64 { Int64(bitPattern: low) }
    /// The high word as one of SQLite's signed integers.
    var storedHigh: Int64 { Int64(bitPattern: high) }

    init(row: Row) {
        self.init(
            low: UInt64(bitPattern: row["low"] as Int64), high: UInt64(bitPattern: row["high"] as Int64))
    }

    init(row: QueryRow) throws {
        self.init(
            low: UInt64(bitPattern: try row["low"] as Int64),
            high: UInt64(bitPattern: try row["high"] as Int64)
        )
    }
}

extension Fence {
    /// Reads a row of `fence`, joined with the `area` and `rings` of its `fenceOutline`.
    init(row: QueryRow, taxonomy: Taxonomy, _ cipher: RowCipher) throws {
        let details = try cipher.details(of: try row["id"], sealed: try row["sealed"])
        self.init(
            id: Fence.ID(rawValue: try row["id"]), account: Account.ID(rawValue: try row["account"]),
            name: details.name,
            area: details.shape.isCircle
                ? .circle(centre: details.shape.anchor, radius: details.shape.extent)
                : .polygons(try Self.polygons(row, cipher)),
            rules: try FenceRules(row: row, details, taxonomy: taxonomy))
    }

    private static func polygons(_ row: QueryRow, _ cipher: RowCipher) throws -> [Polygon] {
        let id: String = try row["id"]
        if let area = try row["area"] as Data? {
            let text = try cipher.keys.open(area, field: RowCipher.area, of: .text(id))
            return try PolygonText.decoded(String(decoding: text, as: UTF8.self))
        }
        return try (try row["rings"] as Data?).flatMap {
            try cipher.outline(SealedBytes($0, of: id)).polygons
        } ?? []
    }
}

extension FenceRules {
    init(row: QueryRow, _ details: FenceDetails, taxonomy: Taxonomy) throws {
        let (first, last): (Int?, Int?) = (try row["firstDay"], try row["lastDay"])
        var days: ClosedRange<CivilDate>?
        if let first, let last {
            days = CivilDate(daysSinceEpoch: first)...CivilDate(daysSinceEpoch: last)
        }
        let zone: String? = try row["ownTimeZone"]
        self.init(
            watches: try WatchText.decoded(details.plan.watches, taxonomy: taxonomy),
            kinds: KindBits.decoded(try row["kinds"]), gauge: try row["fieldMaximum"] ? .field : .station,
            quietHours: try QuietHours(row: row), days: days,
            timeZone: zone.flatMap(TimeZone.init(identifier:)))
    }
}

extension QuietHours {
    fileprivate init?(row: QueryRow) throws {
        let (from, until, exception): (Int?, Int?, Int?) = (
            try row["quietFrom"], try row["quietUntil"], try row["quietException"]
        )
        guard let from = from.flatMap(LocalTime.init(minutes:)),
            let until = until.flatMap(LocalTime.init(minutes:))
        else { return nil }
        self.init(from: from, until: until, exception: exception.flatMap(Level.init(rank:)))
    }
}
