import Geography
import Site

/// The map of where a study looks for people: six whole tiles of the basemap, and a frame over them.
///
/// Browsers fetch the tiles of the reader's colours alone, and none before the map comes near the screen.
struct StudyRegionMap: Hashable, Sendable {
    /// The edges of the frame, in tiles from the top left corner of the map.
    struct Frame: Hashable, Sendable {
        let left: Double
        let top: Double
        let width: Double
        let height: Double
    }

    static let columns = 3
    static let rows = 2
    /// From half of the world to a region of some 100 km: nearer, the ground has nothing more to show.
    static let zooms = 1...9
    /// What is free around the frame, in tiles, so that one sees where it lies.
    private static let margin = 0.1

    let zoom: Int
    /// The first column, which may be one of the world's next turn.
    let column: Int
    let row: Int
    let frame: Frame

    /// The nearest map that holds a box, or that of half the world.
    init(of box: BoundingBox) {
        let maps = Self.zooms.reversed().lazy.map { Self(of: box, zoom: $0) }
        self = maps.first(where: \.hasMargin) ?? Self(of: box, zoom: Self.zooms.lowerBound)
    }

    /// The map at a zoom, with the middle of the box as near to its own as whole tiles allow.
    private init(of box: BoundingBox, zoom: Int) {
        let size = Double(1 << zoom)
        func across(_ longitude: Double) -> Double { WebMercator.x(longitude: longitude) * size }
        func down(_ latitude: Double) -> Double {
            min(max(WebMercator.y(latitude: latitude), 0), 1) * size
        }
        let (left, right) = (across(box.west), across(box.east) + (box.crossesAntimeridian ? size : 0))
        let (top, bottom) = (down(box.north), down(box.south))
        self.zoom = zoom
        column = Int(((left + right - Double(Self.columns)) / 2).rounded())
        let first = Int(((top + bottom - Double(Self.rows)) / 2).rounded())
        row = min(max(first, 0), (1 << zoom) - Self.rows)
        frame = Frame(
            left: left - Double(column), top: top - Double(row), width: right - left, height: bottom - top)
    }

    /// Whether there is ground around the frame, but beyond the ends of the map in the north and south.
    private var hasMargin: Bool {
        frame.left >= Self.margin && frame.left + frame.width <= Double(Self.columns) - Self.margin
            && (row == 0 || frame.top >= Self.margin)
            && (row + Self.rows == 1 << zoom
                || frame.top + frame.height <= Double(Self.rows) - Self.margin)
    }

    /// The tiles, row by row.
    var tiles: [TileAddress] {
        let size = 1 << zoom
        return (row..<row + Self.rows).flatMap { row in
            (column..<column + Self.columns).compactMap {
                TileAddress(zoom: zoom, column: ($0 % size + size) % size, row: row)
            }
        }
    }
}

extension StudyRegionMap {
    /// The map as a picture, which `label` describes.
    func picture(_ label: String) -> Markup {
        Markup(
            "div", ["class": "study-map", "role": "img", "aria-label": label],
            tiles.map(Self.picture(of:)) + [overlay])
    }

    private static func picture(of tile: TileAddress) -> Markup {
        func address(_ tone: BasemapTheme) -> String {
            "/tiles/\(tone.rawValue)/\(tile.zoom)/\(tile.column)/\(tile.row)@2x.png"
        }
        return Markup(
            "picture",
            [
                Markup(
                    void: "source",
                    ["media": "(prefers-color-scheme: dark)", "srcset": address(.dark)]),
                Markup(
                    void: "img",
                    [
                        "src": address(.light), "alt": "", "width": "256", "height": "256",
                        "loading": "lazy",
                    ]),
            ])
    }

    private var overlay: Markup {
        let frames = ["halo", "frame"].map { kind in
            Markup(
                "rect",
                [
                    "class": kind, "x": Self.written(frame.left), "y": Self.written(frame.top),
                    "width": Self.written(frame.width), "height": Self.written(frame.height),
                ], "")
        }
        return Markup(
            "svg", ["viewBox": "0 0 \(Self.columns) \(Self.rows)", "aria-hidden": "true"], frames)
    }

    /// A number of tiles, to a ten-thousandth.
    private static func written(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }
}
