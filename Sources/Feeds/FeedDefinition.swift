package import Allergens
package import Foundation

/// How a source writes its readings, from `stations/feeds/*.json`.
///
/// In the long form each row holds one value and names its allergen; in the wide form each allergen has a column.
/// Stations that a feed declares stand in a list beside it, `stations/networks/*.json`, because several feeds of
/// one network share them.
package struct FeedDefinition: Sendable {
    /// The name of the file without its extension, such as `meteoswiss-daily`.
    package let name: String
    package let title: String
    /// Where the data come from.
    package let source: String
    package let licence: String
    /// Whom to name when the readings are shown.
    package let attribution: String?
    /// What a reader of the data should know.
    package let notes: [String]
    /// The stations that this feed brings with it; none when it takes those that are known already.
    package let stations: [Station]
    /// What allergens may be called in the feed.
    package let taxonomy: Taxonomy
    /// How the feed is fetched; `nil` when it is not.
    package let pull: PullDefinition?

    let format: FeedFormat
    /// Declared stations by spelling in lower case, or `nil` when the feed gives identifiers.
    let stationSpellings: [String: Station.ID]?

    /// Reads the definition `name` in a directory such as `stations/feeds`.
    ///
    /// - Throws: ``DefinitionMistake`` for a wrong definition or an unknown name, and what Foundation throws when the
    ///   file cannot be read.
    package static func named(
        _ name: String, in directory: URL, taxonomy: Taxonomy = .standard
    ) throws -> FeedDefinition {
        let known = try names(in: directory)
        guard known.contains(name) else {
            throw DefinitionMistake(
                file: "\(name).json", reason: "no such feed; there are \(known.joined(separator: ", "))")
        }
        let document: FeedDocument = try read("\(name).json", in: directory, taxonomy: taxonomy)
        var network: StationNetwork?
        if let list = document.network {
            network = try readNetwork(list, beside: directory, for: name)
        }
        let feed = FeedDefinition(name: name, document: document, network: network, taxonomy: taxonomy)
        try feed.checkPull()
        return feed
    }

    /// The names of the definitions in a directory, in alphabetical order.
    package static func names(in directory: URL) throws -> [String] { try jsonFiles(in: directory) }

    private init(name: String, document: FeedDocument, network: StationNetwork?, taxonomy: Taxonomy) {
        self.name = name
        title = document.title
        source = document.source
        licence = document.licence
        attribution = document.attribution
        notes = document.notes
        stations = network?.stations ?? []
        self.taxonomy = taxonomy
        format = document.format
        pull = document.pull
        stationSpellings = network?.bySpelling
    }

    private static func readNetwork(
        _ network: String, beside directory: URL, for feed: String
    ) throws -> StationNetwork {
        let networks = directory.deletingLastPathComponent().appending(path: "networks")
        let known = try jsonFiles(in: networks)
        guard known.contains(network) else {
            throw DefinitionMistake(
                file: "\(feed).json", keyPath: "network",
                reason: "“\(network)” is unknown; allowed are \(known.joined(separator: ", "))")
        }
        return try read("\(network).json", in: networks, taxonomy: .standard)
    }

    private static func jsonFiles(in directory: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .map { $0.deletingPathExtension().lastPathComponent }
            .sorted()
    }

    private static func read<Document: Decodable>(
        _ file: String, in directory: URL, taxonomy: Taxonomy
    ) throws -> Document {
        let data = try Data(contentsOf: directory.appending(path: file))
        let decoder = JSONDecoder()
        decoder.userInfo[.taxonomy] = taxonomy
        do {
            return try decoder.decode(Document.self, from: data)
        } catch let error as DecodingError {
            throw DefinitionMistake(file: file, error)
        }
    }
}

extension CodingUserInfoKey {
    /// The `Taxonomy` that names in a document must be found in.
    static var taxonomy: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "taxonomy") else {
            preconditionFailure("any text is a key")
        }
        return key
    }
}
