package import Basemap
package import Foundation
import Geography
import Storage

/// The folder that holds the basemap: what `scripts/setup` fetched, and what this program made of it.
package struct BasemapInstallation: Sendable {
    /// The states and provinces of Natural Earth, in the world map of Debian's package qgis-common.
    private static let layer = "states_provinces"

    private let folder: URL

    package init(folder: URL) { self.folder = folder }

    private var shapes: URL { folder.appending(path: "world_map.gpkg") }
    private var towns: URL { folder.appending(path: "cities.json") }
    private var countries: URL { folder.appending(path: "countries.json") }
    private var converted: URL { folder.appending(path: "basemap.bin") }
    private var gazetteerFile: URL { folder.appending(path: "gazetteer.bin") }

    /// Whether there is something to convert.
    package var hasSource: Bool { FileManager.default.isReadableFile(atPath: shapes.path) }

    /// Whether the conversion was done.
    package var isConverted: Bool { FileManager.default.isReadableFile(atPath: converted.path) }

    /// Whether there are towns that no gazetteer was made of.
    package var lacksGazetteer: Bool {
        FileManager.default.isReadableFile(atPath: towns.path)
            && !FileManager.default.isReadableFile(atPath: gazetteerFile.path)
    }

    /// Converts the source, which takes seconds, and puts the result in place at once; the gazetteer is made as well.
    package func build() throws -> BasemapData {
        guard hasSource else {
            throw ConfigurationMistake("\(shapes.path) is missing; scripts/setup fetches it")
        }
        let data = try BasemapData(source)
        try data.file.write(to: converted, options: .atomic)
        try buildGazetteer()
        return data
    }

    /// Makes the gazetteer of the towns, where there are any.
    package func buildGazetteer() throws {
        let places = try source.places()
        guard !places.isEmpty else { return }
        try Data(Gazetteer(places).bytes).write(to: gazetteerFile, options: .atomic)
    }

    /// Reads the gazetteer, or returns `nil` when there is none.
    package func gazetteer() throws -> Gazetteer? {
        guard FileManager.default.isReadableFile(atPath: gazetteerFile.path) else { return nil }
        return try Gazetteer(bytes: Array(Data(contentsOf: gazetteerFile)))
    }

    private var source: InstalledSource {
        InstalledSource(shapes: shapes, layer: Self.layer, towns: towns, countries: countries)
    }

    /// Reads what was converted, or returns `nil` when nothing was.
    package func data() throws -> BasemapData? {
        guard isConverted else { return nil }
        return try BasemapData(file: Data(contentsOf: converted, options: .mappedIfSafe))
    }

    /// What is there, in words.
    ///
    /// - Throws: `BasemapFileMistake` or `GazetteerMistake` when a converted file is damaged.
    package func summary() throws -> String {
        if let data = try data() {
            let towns = try gazetteer().map { "\($0.count) towns to search" } ?? "no towns to search"
            return "\(data.names.count) names, \(towns), version \(data.version), in \(folder.path)"
        }
        return hasSource
            ? "not converted yet; `breathe basemap build` or the next start does it"
            : "none in \(folder.path); maps have a plain ground (scripts/setup fetches one)"
    }
}

/// Natural Earth's provinces from a GeoPackage, and GeoNames' towns when they are there.
private struct InstalledSource: BasemapSource {
    let shapes: URL
    let layer: String
    let towns: URL
    let countries: URL

    func provinces() throws -> [Province] {
        try GeoPackage(path: shapes.path).features(of: layer, attributes: ["adm0_a3", "admin", "name"]).map {
            feature in
            let (code, name) = Self.country(of: feature.attributes)
            return Province(
                countryCode: code, countryName: name,
                rings: feature.rings.map { $0.map(Self.ledToTheAntimeridian) })
        }
    }

    /// The code and name of the country that a province belongs to.
    private static func country(of attributes: [String: String]) -> (code: String, name: String) {
        let code = attributes["adm0_a3"] ?? ""
        // Natural Earth draws who holds an area; resolution 68/262 of the United Nations leaves it to Ukraine.
        if code == "RUS", ["Crimea", "Sevastopol"].contains(attributes["name"]) { return ("UKR", "Ukraine") }
        return (code, presentNames[code] ?? attributes["admin"] ?? "")
    }

    /// Short names of member states in the list of the United Nations where the data, of 2012, have another or a long one.
    private static let presentNames = [
        "CIV": "Côte d’Ivoire", "CPV": "Cabo Verde", "CZE": "Czechia", "GNB": "Guinea-Bissau",
        "MKD": "North Macedonia", "SDS": "South Sudan", "SRB": "Serbia", "SWZ": "Eswatini",
        "TLS": "Timor-Leste", "TUR": "Türkiye", "TZA": "Tanzania",
    ]

    /// QGIS cut its copy at 179.9°; what reaches the cut is led on to the antimeridian, so that no strip of sea stays.
    private static func ledToTheAntimeridian(_ position: Coordinate) -> Coordinate {
        guard abs(position.longitude) > 179.899 else { return position }
        return Coordinate(longitude: position.longitude < 0 ? -180 : 180, latitude: position.latitude)
            ?? position
    }

    func places() throws -> [NamedPlace] {
        guard FileManager.default.isReadableFile(atPath: towns.path) else { return [] }
        return try GeoNames.places(
            towns: Data(contentsOf: towns), countries: Data(contentsOf: countries))
    }
}
