import Allergens
import Foundation
import Observations

/// The stations in OGC API – Features: flat columns, as attribute tables show them.
struct StationItem: Encodable {
    private struct Column: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let station: Station
    /// Its readings, one value per allergen.
    let readings: [ReadingWire]
    /// The allergens that have a column, the same for every station of a day.
    let columns: [Allergen.ID]

    /// The value with the highest index.
    private var highest: ReadingWire? { readings.max { $0.index ?? -1 < $1.index ?? -1 } }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Column.self)
        func put(_ value: (some Encodable)?, _ name: String) throws {
            try container.encode(value, forKey: Column(stringValue: name))
        }
        try put(station.id.rawValue, "id")
        try put(station.name, "name")
        try put(station.altitude, "altitude")
        try put(station.timeZone.identifier, "timeZone")
        try put(station.attribution, "attribution")
        try put(station.isSimulated, "simulated")
        try put(highest?.allergen, "allergen")
        try put(highest?.day, "day")
        try put(highest?.value, "value")
        try put(highest?.unit, "unit")
        try put(highest?.level, "level")
        try put(highest?.index, "index")
        try put(highest?.basis, "basis")
        let indices = Dictionary(uniqueKeysWithValues: readings.map { ($0.allergen, $0.index) })
        for allergen in columns { try put(indices[allergen] ?? nil, Self.column(of: allergen)) }
    }

    private static func column(of allergen: Allergen.ID) -> String { "index_\(allergen.rawValue)" }

    /// The types of the columns, as a JSON Schema for a GeoJSON feature.
    static func schema(columns: [Allergen.ID]) -> StationItemSchema {
        let text = StationItemSchema.Column(type: "string")
        let number = StationItemSchema.Column(type: "number")
        var properties = [
            "id": text, "name": text, "altitude": number, "timeZone": text, "attribution": text,
            "simulated": .init(type: "boolean"), "allergen": text,
            "day": .init(type: "string", format: "date"),
            "value": number, "unit": text, "level": text, "index": number, "basis": text,
        ]
        for allergen in columns { properties[column(of: allergen)] = number }
        return StationItemSchema(properties: .init(properties: .init(properties: properties)))
    }
}

/// `GET /ogc/collections/{collection}/schema`.
struct StationItemSchema: Encodable {
    struct Column: Encodable {
        let type: String
        var format: String?
    }

    struct Columns: Encodable {
        let type = "object"
        let properties: [String: Column]
    }

    struct Members: Encodable {
        let type = Column(type: "string")
        let id = Column(type: "string")
        let properties: Columns
    }

    let schema = "https://json-schema.org/draft/2020-12/schema"
    let type = "object"
    let properties: Members

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case type, properties
    }
}

/// `GET /ogc/collections/{collection}/items`.
struct StationItemPage: Encodable {
    let type = "FeatureCollection"
    let numberMatched: Int
    let numberReturned: Int
    let features: [Feature<StationItem>]
    let links: [OGCLink]
}

/// `GET /ogc/collections/{collection}/items/{station}`.
struct StationItemDocument: Encodable {
    let type = "Feature"
    let id: String
    let geometry: PointGeometry
    let properties: StationItem
    let links: [OGCLink]
}
