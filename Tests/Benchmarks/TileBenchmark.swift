import Drawing
import Foundation
import Geography
import Interpolation
import Rendering

/// Times uncached tiles on one thread: from a field of samples to the bytes of the PNG.
struct TileBenchmark {
    let layer: Layer
    let tilesOfZoom: Int
    let repeats: Int
    private let floor = DeflateFloor(level: PNG.liveLevel)

    static let zooms = 5...8

    /// One tile's times in milliseconds and its size.
    private struct Timing {
        let field: Double
        let paint: Double
        let encode: Double
        /// The time of the deflate library alone for the same scanlines.
        let deflate: Double
        let bytes: Int
        /// The time of a revalidation, which replaces all this.
        let key: Double
        var total: Double { field + paint + encode }
    }

    init(layer: Layer, tilesOfZoom: Int, repeats: Int) {
        self.layer = layer
        self.tilesOfZoom = tilesOfZoom
        self.repeats = repeats
    }

    /// All measured tiles.
    var tiles: [TileAddress] { Self.zooms.flatMap(tiles(zoom:)) }

    private func tiles(zoom: Int) -> [TileAddress] {
        MadeUpStations.tiles(zoom: zoom, count: tilesOfZoom, seed: UInt64(zoom))
    }

    /// Measures `stations` fictitious stations and describes the result as JSON.
    func report(stations: Int) throws -> [String: Any] {
        let samples = MadeUpStations.samples(stations, seed: 1)
        let clock = ContinuousClock()
        var field = try MadeUpStations.birchField(samples)
        let setUp = try clock.measure { field = try MadeUpStations.birchField(samples) }
        var zooms: [String: Any] = [:]
        var all: [Timing] = []
        var large: [Timing] = []
        for zoom in Self.zooms {
            let timings = timings(field, zoom: zoom, scale: 1)
            zooms["z\(zoom)"] = summary(timings)
            all += timings
            large += self.timings(field, zoom: zoom, scale: 2)
        }
        let raised = try MadeUpStations.birchField(
            samples, model: MadeUpGround.model(), terrain: MadeUpGround.terrain())
        let overGround = Self.zooms.flatMap { timings(raised, zoom: $0, scale: 1) }
        return [
            "stations": stations, "fieldSetUpMs": rounded(setUp / .milliseconds(1)), "zooms": zooms,
            "all": summary(all), "all@2x": summary(large), "overGround": summary(overGround),
        ]
    }

    /// The median of the repeats for each tile, so that load from elsewhere does not count.
    private func timings(_ field: IntensityField, zoom: Int, scale: Int) -> [Timing] {
        tiles(zoom: zoom).map { tile in
            let runs = (0..<repeats).map { _ in time(field, tile: tile, scale: scale) }
            return runs.sorted { $0.total < $1.total }[repeats / 2]
        }
    }

    private func time(_ field: IntensityField, tile: TileAddress, scale: Int) -> Timing {
        let clock = ContinuousClock()
        var tiles: [FieldTile] = []
        let fieldTime = clock.measure {
            tiles = [FieldTile(field, tile: tile, scale: scale)].compactMap(\.self)
        }
        var image: IndexedImage?
        let paintTime = clock.measure { image = TileRenderer.paint(tiles, shading: layer.style.shading) }
        var png: [UInt8] = []
        let encodeTime = clock.measure { png = image?.png(palette: layer.palette) ?? [] }
        let keyTime = clock.measure {
            _ = ContentKey(tile, scale: scale, layer: layer, day: field.day, fields: [field])
        }
        return Timing(
            field: fieldTime / .milliseconds(1), paint: paintTime / .milliseconds(1),
            encode: encodeTime / .milliseconds(1),
            deflate: image.map { floor.time($0) / .milliseconds(1) } ?? 0, bytes: png.count,
            key: keyTime / .milliseconds(1))
    }

    private func summary(_ timings: [Timing]) -> [String: Any] {
        let totals = timings.map(\.total).sorted()
        func median(_ part: (Timing) -> Double) -> Double {
            rounded(timings.map(part).sorted()[timings.count / 2])
        }
        return [
            "tiles": timings.count, "medianMs": median(\.total),
            "p99Ms": rounded(totals[min(totals.count * 99 / 100, totals.count - 1)]),
            "fieldMs": median(\.field), "paintMs": median(\.paint), "encodeMs": median(\.encode),
            "deflateMs": median(\.deflate), "keyMs": median(\.key),
            "bytes": median { Double($0.bytes) },
        ]
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
