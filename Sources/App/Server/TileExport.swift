import API
package import Allergens
package import Foundation
package import Geography
import Rendering
import Storage

/// Draws all tiles of a region into one file.
package struct TileExport: Sendable {
    /// The parameters of an export.
    package struct Order: Sendable {
        package let layer: String
        package let day: CivilDate
        package let box: BoundingBox
        package let zooms: ClosedRange<Int>
        /// 1 for 256 pixels per side, 2 for 512.
        package let scale: Int

        package init(layer: String, day: CivilDate, box: BoundingBox, zooms: ClosedRange<Int>, scale: Int) {
            self.layer = layer
            self.day = day
            self.box = box
            self.zooms = zooms
            self.scale = scale
        }

        /// The tiles, transparent ones included.
        package var tiles: TileCover { TileCover(box, zooms: zooms) }
    }

    /// The outcome of an export.
    package struct Summary: Sendable {
        /// Tiles drawn by this export.
        package var drawn = 0
        /// Tiles that were already in the file.
        package var unchanged = 0
        /// Empty tiles, which are not in the file.
        package var empty = 0
        /// Pictures in the file.
        ///
        /// Equal tiles share one.
        package var pictures = 0
    }

    /// Tiles per task: enough to make a commit worthwhile, and few enough to lose little.
    private static let batch = 64

    private let network: Network
    private let source: MapService

    package init(network: Network, now: @escaping @Sendable () -> Date = Date.init) {
        self.network = network
        source = MapService(network: network, now: now)
    }

    /// Draws tiles that are missing from the file or were drawn from other readings, on all cores.
    ///
    /// Each batch is committed separately, so an interrupted export continues when it is repeated. `progress`
    /// is called with the number of finished tiles.
    ///
    /// - Throws: `TileArchiveRefusal` if the file exists and contains something else; `LayerError`.
    package func write(_ order: Order, to file: URL, progress: (_ tiles: Int) -> Void) async throws -> Summary
    {
        let layer = try network.layers.mapLayer(named: order.layer)
        let archive = try TileArchive(
            path: file.path, metadata: Self.metadata(of: order, layer: layer),
            identity: ["layer", "date", "scale", "box", "minzoom", "maxzoom"])
        var summary = Summary()
        var tiles = order.tiles.makeIterator()
        func next() -> [TileAddress] {
            var batch: [TileAddress] = []
            while batch.count < Self.batch, let tile = tiles.next() { batch.append(tile) }
            return batch
        }
        try await withThrowingTaskGroup(of: Batch.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                let batch = next()
                if !batch.isEmpty { group.addTask { try await draw(batch, of: order, unlessIn: archive) } }
            }
            while let batch = try await group.next() {
                let following = next()
                if !following.isEmpty {
                    group.addTask { try await draw(following, of: order, unlessIn: archive) }
                }
                try archive.keep(batch.tiles)
                summary.drawn += batch.drawn
                summary.unchanged += batch.unchanged
                summary.empty += batch.empty
                progress(summary.drawn + summary.unchanged + summary.empty)
            }
        }
        summary.pictures = try archive.finish().pictures
        return summary
    }

    /// Draws tiles like ``write(_:to:progress:)`` and packs them into a PMTiles file.
    ///
    /// Until all are drawn, they are in a file beside it with the extension `.part`.
    package func pack(_ order: Order, to file: URL, progress: (_ tiles: Int) -> Void) async throws -> Summary
    {
        let part = file.appendingPathExtension("part")
        let summary = try await write(order, to: part, progress: progress)
        let layer = try network.layers.mapLayer(named: order.layer)
        let archive = try TileArchive(
            path: part.path, metadata: Self.metadata(of: order, layer: layer), identity: [])
        try PMTilesFile.write(archive, .init(box: order.box, zooms: order.zooms), to: file)
        try FileManager.default.removeItem(at: part)
        return summary
    }

    /// The tiles of one task.
    private struct Batch: Sendable {
        var tiles: [TileArchive.Tile] = []
        var drawn = 0
        var unchanged = 0
        var empty = 0
    }

    private func draw(
        _ addresses: [TileAddress], of order: Order, unlessIn archive: TileArchive
    ) async throws -> Batch {
        let nothing = "\"\(ContentKey.empty(scale: order.scale))\""
        var batch = Batch()
        for address in addresses {
            try Task.checkCancellation()
            let query = TileQuery(tile: address, scale: order.scale, layer: order.layer, day: order.day)
            let known = try archive.tag(of: address)
            let tag = try await source.etag(of: query)
            if tag == known {
                batch.unchanged += 1
            } else if tag == nothing {
                batch.empty += 1
                if known != nil { batch.tiles.append(.init(address: address, tag: nothing, png: nil)) }
            } else {
                let tile = try await source.tile(query)
                batch.drawn += 1
                batch.tiles.append(.init(address: address, tag: tile.etag, png: tile.png))
            }
        }
        return batch
    }

    /// The metadata rows of MBTiles 1.3, and those that identify the export of a file.
    private static func metadata(of order: Order, layer: MapLayer) -> [String: String] {
        let limit = WebMercator.latitudeLimit
        let box = order.box
        let (south, north) = (min(max(box.south, -limit), limit), min(max(box.north, -limit), limit))
        // "The bounds must … not wrap": across the antimeridian they cover all longitudes.
        let (west, east) = box.crossesAntimeridian ? (-180, 180) : (box.west, box.east)
        return [
            "name": "\(layer.title), \(order.day)", "format": "png", "type": "overlay", "version": "1",
            "description": "\(layer.title) on \(order.day). Transparent is unknown, not low.",
            "attribution": layer.attribution, "bounds": "\(west),\(south),\(east),\(north)",
            "center": "\((west + east) / 2),\((south + north) / 2),\(order.zooms.lowerBound)",
            "minzoom": "\(order.zooms.lowerBound)", "maxzoom": "\(order.zooms.upperBound)",
            "layer": layer.id, "date": "\(order.day)", "scale": "\(order.scale)",
            "box": "\(box.west),\(box.south),\(box.east),\(box.north)",
        ]
    }
}
