import Allergens
import Foundation
import Geography
import HTTP
import Observations

/// A station in OGC API – Features: flat columns, as attribute tables show them.
struct StationItem {
    let station: Station
    /// Its readings, one value per allergen.
    let readings: [ReadingWire]
    /// The allergens that have a column, the same for every station of a day.
    let columns: [Allergen.ID]

    /// The columns of text, which requests can select by.
    static let texts = ["id", "name", "timeZone", "attribution", "allergen", "unit", "level", "basis"]

    /// The value with the highest index.
    private var highest: ReadingWire? { readings.max { $0.index ?? -1 < $1.index ?? -1 } }

    /// The columns' values; an unknown one is null.
    var properties: [String: JSONTree] {
        let highest = highest
        var values: [String: JSONTree] = [
            "id": .text(station.id.rawValue), "name": .text(station.name),
            "altitude": JSONTree(station.altitude), "timeZone": .text(station.timeZone.identifier),
            "attribution": JSONTree(station.attribution), "simulated": .truth(station.isSimulated),
            "allergen": JSONTree(highest?.allergen.rawValue), "day": JSONTree(highest?.day),
            "value": JSONTree(highest?.value), "unit": JSONTree(highest?.unit?.rawValue),
            "level": JSONTree(highest?.level?.rawValue), "index": JSONTree(highest?.index),
            "basis": JSONTree(highest?.basis.rawValue),
        ]
        let indices = Dictionary(uniqueKeysWithValues: readings.map { ($0.allergen, $0.index) })
        for allergen in columns { values[Self.column(of: allergen)] = JSONTree(indices[allergen] ?? nil) }
        return values
    }

    /// The station as a GeoJSON feature.
    func feature(with links: [OGCLink] = []) -> JSONTree {
        let position = station.position
        let point: JSONTree = [
            "type": "Point", "coordinates": [.number(position.longitude), .number(position.latitude)],
        ]
        let feature: JSONTree = [
            "type": "Feature", "id": .text(station.id.rawValue), "geometry": point,
            "properties": .object(properties),
        ]
        return links.isEmpty ? feature : feature.merging(["links": .list(links.map(\.tree))])
    }

    private static func column(of allergen: Allergen.ID) -> String { "index_\(allergen.rawValue)" }

    /// The types of the columns, as a JSON Schema for a GeoJSON feature.
    static func schema(columns: [Allergen.ID]) -> JSONTree {
        let number: JSONTree = ["type": "number"]
        var properties: [String: JSONTree] = [
            "altitude": number, "simulated": ["type": "boolean"],
            "day": ["type": "string", "format": "date"], "value": number, "index": number,
        ]
        for name in texts { properties[name] = text }
        for allergen in columns { properties[column(of: allergen)] = number }
        return [
            "$schema": draft, "type": "object",
            "properties": [
                "type": text, "id": text, "geometry": point,
                "properties": ["type": "object", "properties": .object(properties)],
            ],
        ]
    }

    /// The columns that requests can select by, each as the parameter of its name (OGC 19-079r2, 6.2).
    static func queryables(at address: String) -> JSONTree {
        [
            "$schema": draft, "$id": .text(address), "type": "object", "title": "Columns to select by",
            "properties": .object(Dictionary(uniqueKeysWithValues: texts.map { ($0, text) })),
            "additionalProperties": .truth(false),
        ]
    }

    private static let draft: JSONTree = "https://json-schema.org/draft/2020-12/schema"
    private static let text: JSONTree = ["type": "string"]
    /// Says that items are points even where there are none (OGC 23-058r1, 7.10).
    private static let point: JSONTree = [
        "$ref": "https://geojson.org/schema/Point.json", "format": "geometry-point",
        "x-ogc-role": "primary-geometry",
    ]
}

extension JSONTree {
    fileprivate init(_ text: String?) { self = text.map(JSONTree.text) ?? .null }
    fileprivate init(_ number: Double?) { self = number.map(JSONTree.number) ?? .null }
}

extension OGCLink {
    fileprivate var tree: JSONTree {
        ["href": .text(href), "rel": .text(rel), "type": .text(type)]
    }
}

/// `GET /ogc/collections/{collection}/items`.
struct StationItemPage {
    let numberMatched: Int
    let items: [StationItem]
    let links: [OGCLink]

    var document: JSONTree {
        [
            "type": "FeatureCollection", "numberMatched": .whole(numberMatched),
            "numberReturned": .whole(items.count), "features": .list(items.map { $0.feature() }),
            "links": .list(links.map(\.tree)),
        ]
    }
}
