import Allergens
import Foundation
import Geography
import Observations

/// A list of regions, `stations/regions/*.json`, with the spellings that feeds use for them.
///
/// The outlines are in a GeoJSON file next to it (RFC 7946). Its features have the identifiers that the list
/// names. A region without an outline can be found only by its identifier.
struct RegionList {
    let regions: [Region]
    /// Regions by lower-case spelling.
    let bySpelling: [String: Region.ID]
    /// The files of this list.
    private(set) var files: [URL] = []

    /// Combines a list with its outlines.
    init(
        _ document: RegionDocument, outlines: [String: [Polygon]], feed attribution: String?, file: String
    ) throws {
        regions = try document.regions.enumerated().map { index, entry in
            if let outline = entry.outline, outlines[outline] == nil {
                throw DefinitionMistakes([
                    DefinitionMistake(
                        file: file, keyPath: "regions[\(index)].outline",
                        reason: "“\(outline)” is no feature of \(document.outlines ?? "a file of outlines")")
                ])
            }
            return Region(
                id: entry.id, name: entry.name, partOf: entry.partOf,
                polygons: entry.outline.flatMap { outlines[$0] } ?? [],
                timeZone: document.timeZone, attribution: attribution)
        }
        let pairs = document.regions.flatMap { entry in
            entry.spellings.map { ($0.lowercased(), entry.id) }
        }
        bySpelling = Dictionary(pairs) { first, _ in first }
    }
}

extension RegionList {
    /// Reads a list and its outlines from `regions` next to the directory of feeds.
    ///
    /// - Throws: ``DefinitionMistakes``, and Foundation's errors if a file cannot be read.
    static func read(
        _ name: String, beside directory: URL, for feed: String, attribution: String?
    ) throws -> RegionList {
        let folder = directory.deletingLastPathComponent().appending(path: "regions")
        let file = try DefinitionFile.named(name, in: folder, for: "regions", of: feed)
        let document: RegionDocument = try DefinitionFile.read(file, taxonomy: .standard)
        var outlines: [String: [Polygon]] = [:]
        if let path = document.outlines {
            guard !path.contains("/") else {
                throw DefinitionMistakes([
                    DefinitionMistake(
                        file: "\(name).json", keyPath: "outlines", reason: "must be a file in the same folder"
                    )
                ])
            }
            let collection: OutlineCollection = try DefinitionFile.read(
                folder.appending(path: path), taxonomy: .standard)
            outlines = collection.polygons
        }
        var list = try RegionList(document, outlines: outlines, feed: attribution, file: "\(name).json")
        list.files = [file] + (document.outlines.map { [folder.appending(path: $0)] } ?? [])
        return list
    }
}

/// A list of regions as written.
struct RegionDocument: Decodable {
    let timeZone: TimeZone
    /// The file of the outlines, next to this one.
    let outlines: String?
    let regions: [Entry]

    private enum Member: String, CodingKey, CaseIterable {
        case title, source, licence, notes, timeZone, outlines, regions
    }

    struct Entry: Decodable {
        let id: Region.ID
        let name: String
        let partOf: String?
        let outline: String?
        let spellings: [String]

        private enum Member: String, CodingKey, CaseIterable { case id, name, partOf, outline, spellings }

        init(from decoder: any Decoder) throws {
            let members = try decoder.members(Member.self)
            let text = try members.decode(String.self, forKey: .id)
            guard let id = Region.ID(rawValue: text) else {
                throw decoder.mistake(at: "id", "“\(text)” must be 1 to 60 of a–z, 0–9, -, _ and .")
            }
            self.id = id
            name = try members.decode(String.self, forKey: .name)
            partOf = try members.decodeIfPresent(String.self, forKey: .partOf)
            outline = try members.decodeIfPresent(String.self, forKey: .outline)
            spellings = try members.decode([String].self, forKey: .spellings)
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        for text in [Member.title, .source, .licence] { _ = try members.decode(String.self, forKey: text) }
        _ = try members.decodeIfPresent([String].self, forKey: .notes)
        let zoneName = try members.decode(String.self, forKey: .timeZone)
        guard let timeZone = TimeZone(identifier: zoneName) else {
            throw decoder.mistake(at: "timeZone", "“\(zoneName)” is no time zone, such as Europe/Zurich")
        }
        self.timeZone = timeZone
        outlines = try members.decodeIfPresent(String.self, forKey: .outlines)
        regions = try members.decode([Entry].self, forKey: .regions)
        var seen: Set<String> = []
        for entry in regions {
            for word in [entry.id.rawValue] + entry.spellings.map({ "the spelling \($0.lowercased())" })
            where !seen.insert(word).inserted {
                throw decoder.mistake(at: "regions", "\(word) stands there twice")
            }
        }
    }
}

/// The outlines of regions: a GeoJSON feature collection of multipolygons, each with an identifier.
struct OutlineCollection: Decodable {
    let polygons: [String: [Polygon]]

    private struct Feature: Decodable {
        struct Geometry: Decodable {
            let coordinates: [[[[Double]]]]
        }
        let id: String
        let geometry: Geometry
    }

    private enum Member: String, CodingKey { case features }

    init(from decoder: any Decoder) throws {
        let features = try decoder.container(keyedBy: Member.self).decode([Feature].self, forKey: .features)
        polygons = Dictionary(
            try features.map { feature in
                (
                    feature.id,
                    try feature.geometry.coordinates.map { try Self.polygon($0, of: feature.id, decoder) }
                )
            }
        ) { first, _ in first }
    }

    private static func polygon(
        _ rings: [[[Double]]], of id: String, _ decoder: any Decoder
    ) throws -> Polygon {
        let places = rings.map { ring in
            ring.compactMap { $0.count >= 2 ? Coordinate(longitude: $0[0], latitude: $0[1]) : nil }
        }
        guard zip(places, rings).allSatisfy({ $0.count == $1.count }), let exterior = places.first,
            let polygon = Polygon(exterior: exterior, holes: Array(places.dropFirst()))
        else { throw decoder.mistake(at: id, "must be rings of at least four positions, closed") }
        return polygon
    }
}
