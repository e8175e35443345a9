import API
package import Basemap
package import Foundation
import Geography
import Storage

/// The folder of the basemap: the files that `scripts/setup` fetched, and their conversions.
package struct BasemapInstallation: Sendable {
    /// The layer of Natural Earth's states and provinces in the world map of Debian's package qgis-common.
    private static let layer = "states_provinces"

    private let folder: URL

    package init(folder: URL) { self.folder = folder }

    private var shapes: URL { folder.appending(path: "world_map.gpkg") }
    private var towns: URL { folder.appending(path: "cities.json") }
    private var countries: URL { folder.appending(path: "countries.json") }
    private var riverPoints: URL { folder.appending(path: "rivers.dat") }
    private var riverLines: URL { folder.appending(path: "rivers.txt") }
    private var converted: URL { folder.appending(path: "basemap.bin") }
    private var gazetteerFile: URL { folder.appending(path: "gazetteer.bin") }

    /// Whether there are source files to convert.
    package var hasSource: Bool { FileManager.default.isReadableFile(atPath: shapes.path) }

    /// Whether the source files have been converted.
    package var isConverted: Bool { FileManager.default.isReadableFile(atPath: converted.path) }

    /// Whether there are towns but no gazetteer of them.
    package var lacksGazetteer: Bool {
        FileManager.default.isReadableFile(atPath: towns.path)
            && !FileManager.default.isReadableFile(atPath: gazetteerFile.path)
    }

    /// Converts the source, which takes seconds, and replaces the result atomically.
    ///
    /// Also builds the gazetteer.
    package func build() throws -> BasemapData {
        guard hasSource else {
            throw ConfigurationMistake("\(shapes.path) is missing; scripts/setup fetches it")
        }
        let data = try BasemapData(source)
        try data.file.write(to: converted, options: .atomic)
        try buildGazetteer()
        return data
    }

    /// Builds the gazetteer, if there are towns.
    package func buildGazetteer() throws {
        let places = try source.places()
        guard !places.isEmpty else { return }
        try Data(Gazetteer(places).bytes).write(to: gazetteerFile, options: .atomic)
    }

    /// Reads the gazetteer.
    ///
    /// Returns `nil` if there is none.
    package func gazetteer() throws -> Gazetteer? {
        guard FileManager.default.isReadableFile(atPath: gazetteerFile.path) else { return nil }
        return try Gazetteer(bytes: Array(Data(contentsOf: gazetteerFile)))
    }

    /// Opens the provinces, to find them by position.
    ///
    /// Returns `nil` if the source is not there.
    func provinces() throws -> InstalledProvinces? {
        hasSource ? InstalledProvinces(shapes: try GeoPackage(path: shapes.path), layer: Self.layer) : nil
    }

    private var source: InstalledSource {
        InstalledSource(
            shapes: shapes, layer: Self.layer, towns: towns, countries: countries, riverPoints: riverPoints,
            riverLines: riverLines)
    }

    /// Reads the converted basemap.
    ///
    /// Returns `nil` if there is none.
    package func data() throws -> BasemapData? {
        guard isConverted else { return nil }
        return try BasemapData(file: Data(contentsOf: converted, options: .mappedIfSafe))
    }

    /// Describes the installation in words.
    ///
    /// - Throws: `BasemapFileMistake` or `GazetteerMistake` if a converted file is damaged.
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

/// Natural Earth's provinces by position.
struct InstalledProvinces: Sendable {
    fileprivate let shapes: GeoPackage
    fileprivate let layer: String

    /// The province that holds a position, edges included, with the ISO 3166-1 code of its country; `nil` at sea.
    func province(at position: Coordinate) throws -> Subdivision? {
        let found = try shapes.features(of: layer, attributes: ["name", "iso_a2"], at: position)
        return found.lazy.compactMap { province in
            guard let name = province.attributes["name"], !name.isEmpty,
                let country = province.attributes["iso_a2"]
            else { return nil }
            return Subdivision(name: name, country: country)
        }.first
    }
}

/// Natural Earth's provinces from a GeoPackage, and GeoNames' towns and GSHHG's rivers if they are present.
private struct InstalledSource: BasemapSource {
    let shapes: URL
    let layer: String
    let towns: URL
    let countries: URL
    let riverPoints: URL
    let riverLines: URL

    func provinces() throws -> [Province] {
        try GeoPackage(path: shapes.path).features(of: layer, attributes: ["adm0_a3", "admin", "name"]).map {
            feature in
            let (code, name) = Self.country(of: feature.attributes)
            return Province(
                countryCode: code, countryName: name,
                rings: feature.rings.map { $0.map(Self.ledToTheAntimeridian) })
        }
    }

    /// Returns the code and name of the country to which a province belongs.
    private static func country(of attributes: [String: String]) -> (code: String, name: String) {
        let code = attributes["adm0_a3"] ?? ""
        // Natural Earth draws de facto control. Resolution 68/262 of the United Nations leaves the area to
        // Ukraine.
        if code == "RUS", ["Crimea", "Sevastopol"].contains(attributes["name"]) { return ("UKR", "Ukraine") }
        return (code, presentNames[code] ?? attributes["admin"] ?? "")
    }

    /// Short names of member states in the United Nations' list, where the data, from 2012, have another or
    /// a longer name.
    private static let presentNames = [
        "CIV": "Côte d’Ivoire", "CPV": "Cabo Verde", "CZE": "Czechia", "GNB": "Guinea-Bissau",
        "MKD": "North Macedonia", "SDS": "South Sudan", "SRB": "Serbia", "SWZ": "Eswatini",
        "TLS": "Timor-Leste", "TUR": "Türkiye", "TZA": "Tanzania",
    ]

    /// Extends the map to the antimeridian: QGIS cut its copy at 179.9°, which would leave a strip of sea.
    private static func ledToTheAntimeridian(_ position: Coordinate) -> Coordinate {
        guard abs(position.longitude) > 179.899 else { return position }
        return Coordinate(longitude: position.longitude < 0 ? -180 : 180, latitude: position.latitude)
            ?? position
    }

    func rivers() throws -> [[Coordinate]] {
        guard FileManager.default.isReadableFile(atPath: riverPoints.path) else { return [] }
        return try GSHHG.rivers(points: Data(contentsOf: riverPoints), lines: Data(contentsOf: riverLines))
    }

    func places() throws -> [NamedPlace] {
        guard FileManager.default.isReadableFile(atPath: towns.path) else { return [] }
        return try GeoNames.places(
            towns: Data(contentsOf: towns), countries: Data(contentsOf: countries))
    }
}
