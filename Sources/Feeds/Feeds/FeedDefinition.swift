package import Allergens
package import Foundation
package import Observations

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

    /// The files that it was read from: the definition, and the lists of stations and regions that it names.
    package let files: [URL]

    /// The regions that the feed speaks of; cells of a grid are not among them.
    package let regions: [Region]

    let grammar: FeedGrammar
    /// Declared stations by spelling in lower case, or `nil` when the feed gives identifiers.
    let stationSpellings: [String: Station.ID]?
    private let regionSpellings: [String: Region.ID]

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
        return try read(directory.appending(path: "\(name).json"), beside: directory, taxonomy: taxonomy)
    }

    /// Reads a definition in any file, with the networks and regions that stand beside a directory of feeds.
    ///
    /// - Throws: ``DefinitionMistakes`` with everything that is wrong, and what Foundation throws when a file cannot
    ///   be read.
    package static func check(
        _ file: URL, beside directory: URL, taxonomy: Taxonomy = .standard
    ) throws -> FeedDefinition {
        let document: FeedDocument = try DefinitionFile.read(file, taxonomy: taxonomy)
        let name = file.deletingPathExtension().lastPathComponent
        var gathering: [DefinitionMistake] = []
        var network: StationNetwork?
        var regions: RegionList?
        do {
            network = try document.network.map { try readNetwork($0, beside: directory, for: name) }
        } catch let mistakes as DefinitionMistakes {
            gathering += mistakes.mistakes
        }
        do {
            regions = try document.regions.map {
                try RegionList.read($0, beside: directory, for: name, attribution: document.attribution)
            }
        } catch let mistakes as DefinitionMistakes {
            gathering += mistakes.mistakes
        }
        guard gathering.isEmpty else { throw DefinitionMistakes(gathering) }
        let feed = FeedDefinition(
            name: name, document: document, network: network, regions: regions,
            files: [file] + [network?.file].compactMap(\.self) + (regions?.files ?? []),
            taxonomy: taxonomy)
        do throws(DefinitionMistake) {
            try feed.checkPull()
        } catch {
            throw DefinitionMistakes([error])
        }
        return feed
    }

    private static func read(
        _ file: URL, beside directory: URL, taxonomy: Taxonomy
    ) throws -> FeedDefinition {
        do {
            return try check(file, beside: directory, taxonomy: taxonomy)
        } catch let mistakes as DefinitionMistakes {
            throw mistakes.first
        }
    }

    /// The names of the definitions in a directory, in alphabetical order.
    package static func names(in directory: URL) throws -> [String] {
        try DefinitionFile.names(in: directory)
    }

    private init(
        name: String, document: FeedDocument, network: StationNetwork?, regions: RegionList?,
        files: [URL], taxonomy: Taxonomy
    ) {
        self.name = name
        self.files = files
        title = document.title
        source = document.source
        licence = document.licence
        attribution = document.attribution
        notes = document.notes
        stations = network?.stations ?? []
        self.regions = regions?.regions ?? []
        self.taxonomy = taxonomy
        grammar = document.grammar
        pull = document.pull
        stationSpellings = network?.bySpelling
        regionSpellings = regions?.bySpelling ?? [:]
    }

    /// The word for its form: `csv` for rows of readings, `json`, or `stations` for a table of stations.
    package var form: String {
        switch grammar {
        case .rows: "csv"
        case .document: "json"
        case .stations: "stations"
        }
    }

    /// Whether it holds readings, and not only stations.
    package var hasReadings: Bool {
        switch grammar {
        case .rows: true
        case .document(let format): !format.readings.isEmpty
        case .stations: false
        }
    }

    /// The region of the feed's list with this spelling, without regard to case.
    func region(spelled spelling: String) -> Region? {
        guard let id = regionSpellings[spelling.lowercased()] else { return nil }
        return regions.first { $0.id == id }
    }

    private static func readNetwork(
        _ network: String, beside directory: URL, for feed: String
    ) throws -> StationNetwork {
        let networks = directory.deletingLastPathComponent().appending(path: "networks")
        let file = try DefinitionFile.named(network, in: networks, for: "network", of: feed)
        var list: StationNetwork = try DefinitionFile.read(file, taxonomy: .standard)
        list.file = file
        return list
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
