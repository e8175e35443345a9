import API
import Basemap
import Caching
import Geography

/// Connects the routes to the basemap.
struct BasemapService: BasemapTileSource {
    private let tiles: BasemapTiles?
    private let gazetteer: Lazily<Gazetteer?, any Error>
    private let provinces: Lazily<InstalledProvinces?, any Error>
    let background: Background?

    /// Reads the converted data.
    ///
    /// Without them, or if they are damaged, there is no basemap.
    init(_ configuration: ServerConfiguration, terrain: Terrain?) {
        let installation = BasemapInstallation(folder: configuration.basemapFolder)
        gazetteer = Lazily { try installation.gazetteer() }
        provinces = Lazily { try installation.provinces() }
        // The layers need no basemap, and the conversion reports what is wrong with the data.
        let data = try? installation.data()
        tiles = data.map { BasemapTiles(data: $0, terrain: terrain) }
        background = Self.background(tiles, configuration)
    }

    /// The credits of a ground or its lines, and of the altitudes beneath the layers if there are any.
    ///
    /// Maps name equal credits once.
    private static func credits(_ ground: String, _ configuration: ServerConfiguration) -> String {
        let terrain = TerrainFile(configuration.terrainFile)
        return terrain.isThere ? "\(ground) · \(TerrainFile.credit)" : ground
    }

    /// Lines lie above every ground, another's included, whose own ones are hidden by strong colours.
    private static func background(_ tiles: BasemapTiles?, _ configuration: ServerConfiguration)
        -> Background?
    {
        let maxzoom = BasemapRenderer.zooms.upperBound
        let lines = tiles.map {
            Background.Lines(
                light: BasemapTheme.lightLines.template, dark: BasemapTheme.darkLines.template,
                maxzoom: maxzoom,
                attribution: credits($0.attribution, configuration), retina: true)
        }
        if let address = configuration.basemapURL {
            let ground = configuration.basemapAttribution
            return Background(
                light: address.template, dark: address.template, maxzoom: 19,
                attribution: lines == nil ? credits(ground, configuration) : ground, retina: false,
                lines: lines)
        }
        return tiles.map {
            Background(
                light: BasemapTheme.light.template, dark: BasemapTheme.dark.template, maxzoom: maxzoom,
                attribution: credits($0.attribution, configuration), retina: true, lines: lines)
        }
    }

    var isInstalled: Bool { tiles != nil }
    var attribution: String { tiles?.attribution ?? "" }
    var zooms: ClosedRange<Int> { BasemapRenderer.zooms }

    func etag(_ tile: TileAddress, scale: Int, tone: BasemapTheme) -> String {
        "\"\(tiles?.tag(tile, scale: scale, style: BasemapStyle(tone)) ?? "none")\""
    }

    func png(_ tile: TileAddress, scale: Int, tone: BasemapTheme) async throws -> [UInt8]? {
        try await tiles?.png(tile, scale: scale, style: BasemapStyle(tone))
    }

    var blockZooms: ClosedRange<Int> { BasemapTiles.blockZooms }

    func labels(in block: TileAddress) throws -> BasemapLabels? {
        try tiles.map { tiles in
            BasemapLabels(
                zoom: block.zoom + BasemapTiles.blockDepth,
                labels: try tiles.names(in: block).map(BasemapLabels.Label.init))
        }
    }

    func places(named text: String, limit: Int) throws -> [PlaceWire]? {
        try gazetteer.value()?.towns(named: text, limit: limit).map(PlaceWire.init)
    }

    func places(nearestTo position: Coordinate) throws -> [PlaceWire]? {
        try gazetteer.value().map { towns in
            towns.town(nearestTo: position, within: Gazetteer.nearness).map { [PlaceWire($0)] } ?? []
        }
    }
}

extension PlaceWire {
    fileprivate init(_ town: Gazetteer.Town) {
        self.init(
            name: town.name, country: town.country, longitude: town.position.longitude,
            latitude: town.position.latitude, population: town.population)
    }
}

extension BasemapService: TownSource {
    var towns: Gazetteer? { get throws { try gazetteer.value() } }
}

extension BasemapService: SubdivisionSource {
    func subdivision(at position: Coordinate) throws -> Subdivision? {
        try provinces.value()?.province(at: position)
    }
}

extension BasemapLabels.Label {
    fileprivate init(_ name: DrawnName) {
        let kind: Kind =
            switch name.kind {
            case .country: .country
            case .capital: .capital
            case .town: .town
            }
        self.init(
            text: name.text, kind: kind, left: name.box.left, top: name.box.top, right: name.box.right,
            bottom: name.box.bottom)
    }
}

extension BasemapStyle {
    fileprivate init(_ tone: BasemapTheme) {
        switch tone {
        case .light: self = .light
        case .dark: self = .dark
        case .lightLines: self = .lightLines
        case .darkLines: self = .darkLines
        }
    }
}

/// The address of an external basemap: a template with {z}, {x} and {y}.
package struct BasemapAddress: Hashable, Sendable {
    package let template: String

    /// Creates an address.
    ///
    /// Returns `nil` unless it is an http or https address with all three placeholders.
    package init?(_ text: String) {
        guard text.hasPrefix("https://") || text.hasPrefix("http://"),
            ["{z}", "{x}", "{y}"].allSatisfy(text.contains)
        else { return nil }
        template = text
    }
}
