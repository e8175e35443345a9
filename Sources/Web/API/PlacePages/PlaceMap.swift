import Allergens
import Foundation
import Geography
import Observations

/// The part of the map around a place: pictures of tiles, and where each of them begins.
struct PlaceMap: Sendable {
    /// A picture with its top left corner in pixels from that of the map.
    struct Piece: Sendable {
        let png: [UInt8]
        let x: Int
        let y: Int
    }

    /// The pictures; each one is laid over those before it.
    let pieces: [Piece]
    /// What the pictures depend on.
    let etags: [String]
    /// The allergen's name or, for a layer of many, the layer's.
    let title: String
    /// What the ground asks to be said beside it; empty without a ground.
    let attribution: String

    /// The size in pixels.
    static let width = 700
    static let height = 630
    /// Tiles of 512 pixels at this zoom: in Central Europe the map shows 290 km from west to east, which is as far as
    /// one travels in a day, and some ten names of towns.
    static let zoom = 7
    static let scale = 2

    /// The tiles that a map shows, with their top left corners.
    static func tiles(around place: Coordinate) -> [(address: TileAddress, x: Int, y: Int)] {
        let side = 256 * scale
        let world = Double(side << zoom)
        let left = Int((WebMercator.x(longitude: place.longitude) * world).rounded()) - width / 2
        let middle = (WebMercator.y(latitude: place.latitude) * world).rounded()
        let top = Int(min(max(middle, 0), world)) - height / 2
        func tiles(from start: Int, _ length: Int) -> ClosedRange<Int> {
            Int((Double(start) / Double(side)).rounded(.down))...(start + length - 1) / side
        }
        let size = 1 << zoom
        return tiles(from: top, height).flatMap { row in
            tiles(from: left, width).compactMap { column in
                // Columns beyond the antimeridian are those at the other end of the world.
                TileAddress(zoom: zoom, column: (column + size) % size, row: row)
                    .map { ($0, column * side - left, row * side - top) }
            }
        }
    }
}

/// Finds the pictures of maps around places.
struct PlaceMapReader: Sendable {
    let tiles: any TileSource
    let basemap: any BasemapTileSource

    /// The map of what is highest there, beneath the names of towns; of all pollen where nothing is known.
    ///
    /// - Throws: The errors of the sources.
    func map(of report: PlaceReport, _ text: PlaceText) async throws -> PlaceMap {
        let allergen = report.highest?.allergen
        let fields = tiles.layers.filter { $0.kind == .field }
        let layer =
            fields.first { $0.allergens.count == 1 && $0.allergens.first == allergen?.id }
            ?? fields.first { $0.id == Self.everything }
        var pieces: [PlaceMap.Piece] = []
        var etags: [String] = []
        let places = PlaceMap.tiles(around: report.subject.position)
        for tone in [BasemapTheme.light, nil, .lightLines] {
            for (address, x, y) in places {
                let drawn =
                    if let tone { try await ground(address, tone) } else {
                        try await field(layer?.id, address, on: report.day)
                    }
                guard let drawn else { continue }
                pieces.append(PlaceMap.Piece(png: drawn.png, x: x, y: y))
                etags.append(drawn.etag)
            }
        }
        let isOne = layer?.allergens.count == 1
        return PlaceMap(
            pieces: pieces, etags: etags,
            title: (isOne ? allergen.map(text.name(of:)) : nil) ?? text("layer.overall"),
            attribution: basemap.isInstalled ? basemap.attribution : "")
    }

    /// The layer of all pollen and spores.
    private static let everything = "overall"

    private typealias Drawn = (png: [UInt8], etag: String)

    private func ground(_ tile: TileAddress, _ tone: BasemapTheme) async throws -> Drawn? {
        guard basemap.isInstalled else { return nil }
        return try await basemap.png(tile, scale: PlaceMap.scale, tone: tone).map {
            (png: $0, etag: basemap.etag(tile, scale: PlaceMap.scale, tone: tone))
        }
    }

    private func field(_ layer: String?, _ tile: TileAddress, on day: CivilDate) async throws -> Drawn? {
        guard let layer else { return nil }
        let answer = try await tiles.tile(
            TileQuery(tile: tile, scale: PlaceMap.scale, layer: layer, day: day))
        return (answer.png, answer.etag)
    }
}
