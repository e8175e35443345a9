package import Allergens
package import Foundation
package import Observations

/// The format of a source's readings, from `stations/feeds/*.json`.
///
/// In the long form, each row has one value and names its allergen. In the wide form, each allergen has a
/// column. The stations that a feed declares are listed in `stations/networks/*.json`, because several feeds
/// of one network share them.
package struct FeedDefinition: Sendable {
    /// The name of the file without its extension, such as `meteoswiss-daily`.
    package let name: String
    package let title: String
    /// The origin of the data.
    package let source: String
    package let licence: String
    /// The attribution to show with the readings.
    package let attribution: String?
    /// Notes for users of the data.
    package let notes: [String]
    /// What only the author of the definition can answer; a file is not imported before.
    package let questions: [String]
    /// The stations that this feed declares; empty if it uses stations that are already known.
    package let stations: [Station]
    /// The allergens and their names in the feed.
    package let taxonomy: Taxonomy
    /// How to fetch the feed; `nil` if it is not fetched.
    package let pull: PullDefinition?

    /// The source of the grid that the feed's values make; `nil` if they are values of stations or regions.
    package let grid: GridSource?

    /// The files of this definition, including its lists of stations and regions.
    package let files: [URL]

    /// The regions in the feed's list, without grid cells.
    package let regions: [Region]

    let grammar: FeedGrammar
    /// Declared stations by lower-case spelling, or `nil` if the feed contains identifiers.
    let stationSpellings: [String: Station.ID]?
    private let regionSpellings: [String: Region.ID]

    /// Reads the definition `name` in a directory such as `stations/feeds`.
    ///
    /// - Throws: ``DefinitionMistake`` for a wrong definition or an unknown name, and Foundation's errors if
    ///   the file cannot be read.
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

    /// Reads the definition at a path that ends in `.json`, or the one with that name in a directory.
    ///
    /// - Throws: ``DefinitionMistake`` for a wrong definition or an unknown name, and Foundation's errors if
    ///   the file cannot be read.
    package static func find(_ nameOrPath: String, in directory: URL) throws -> FeedDefinition {
        guard nameOrPath.hasSuffix(".json") else { return try named(nameOrPath, in: directory) }
        return try read(URL(filePath: nameOrPath), beside: directory, taxonomy: .standard)
    }

    /// Reads a definition from any file, with the networks and regions next to a directory of feeds.
    ///
    /// - Throws: ``DefinitionMistakes`` with every mistake found, and Foundation's errors if a file cannot be
    ///   read.
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

    /// Returns the names of the definitions in a directory, in alphabetical order.
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
        questions = document.questions
        stations = network?.stations ?? []
        self.regions = regions?.regions ?? []
        self.taxonomy = taxonomy
        grammar = document.grammar
        grid = document.grid.map {
            GridSource(name: name, degrees: $0.degrees, attribution: document.attribution)
        }
        pull = document.pull
        stationSpellings = Self.spellings(network, document.grammar)
        regionSpellings = regions?.bySpelling ?? [:]
    }

    private static func spellings(
        _ network: StationNetwork?, _ grammar: FeedGrammar
    ) -> [String: Station.ID]? {
        guard case .rows(let format) = grammar, !format.stationNames.isEmpty else {
            return network?.bySpelling
        }
        return format.stationNames.merging(network?.bySpelling ?? [:]) { own, _ in own }
    }

    /// The name of its format: `csv` for rows of readings, `json`, or `stations` for a table of stations.
    package var form: String {
        switch grammar {
        case .rows: "csv"
        case .document: "json"
        case .stations: "stations"
        }
    }

    /// Whether the feed contains readings, not only stations.
    package var hasReadings: Bool {
        switch grammar {
        case .rows(let format): format.weather.isEmpty
        case .document(let format): !format.readings.isEmpty
        case .stations: false
        }
    }

    /// Returns the region in the feed's list with this spelling, without regard to case.
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
    /// The key of the `Taxonomy` in which a document's names are looked up.
    static var taxonomy: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "taxonomy") else {
            preconditionFailure("any text is a key")
        }
        return key
    }
}
