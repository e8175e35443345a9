package import Drawing
package import Geography
import Synchronization

/// Draws tiles of the basemap.
///
/// Each tile is drawn alone, yet as if the whole world were drawn at once and cut up: lines are not cut near
/// the tile, and labels are placed for the world. Neighbouring tiles therefore agree on their common edge.
package final class BasemapRenderer: Sendable {
    /// The zooms that are drawn: from 15 on the data exceed Cairo's numbers.
    package static let zooms = 0...14
    /// Colours are quantised to steps of 4 in 255, which nobody sees, so that most tiles need one byte per
    /// pixel; on a transparent ground the steps are twice as large, because every edge has many more blends.
    private static let colourStep: UInt8 = 4

    /// The tiles that stand for all tiles without a line, of 256 and of 512 pixels a side.
    private static let emptyTiles = [1, 2].map { PNG.transparent(side: TileView.side * $0) }

    private let data: BasemapData
    private let relief: Relief?
    private let placements = zooms.map { _ in Placement() }

    /// Draws data, on land that is shaded where altitudes are known.
    package init(data: BasemapData, terrain: Terrain? = nil) {
        self.data = data
        relief = terrain.map(Relief.init)
    }

    /// Pixels, at 256 per tile, that are drawn around a tile and cut off.
    ///
    /// Cairo shortens edges at the picture's border, and its comb takes room.
    static let bleed = 6

    /// Draws a tile as PNG; `scale` is 1 for 256 pixels and 2 for 512.
    package func png(_ tile: TileAddress, scale: Int, style: BasemapStyle) throws(CairoError) -> [UInt8] {
        let canvas = try canvas(tile, columns: 1, rows: 1, scale: scale, style: style)
        let trim = Self.bleed * scale
        guard style.isTransparent else { return try canvas.opaquePNG(step: Self.colourStep, trim: trim) }
        return try canvas.translucentPNG(step: 2 * Self.colourStep, trim: trim) ?? Self.emptyTiles[scale - 1]
    }

    /// Draws a block of tiles as one picture with ``bleed`` around it; `tile` is the top left one.
    func canvas(
        _ tile: TileAddress, columns: Int, rows: Int, scale: Int, style: BasemapStyle
    ) throws(CairoError) -> Canvas {
        precondition(Self.zooms.contains(tile.zoom), "zoom \(tile.zoom) is not drawn")
        let width = Double(TileView.side * columns + 2 * Self.bleed)
        let height = Double(TileView.side * rows + 2 * Self.bleed)
        let canvas = try Canvas(width: width, height: height, scale: Double(scale))
        // What ends at the antimeridian continues at the other end of the world.
        let views = (-1...columns).compactMap { TileView(tile, columns: columns, rows: rows, turns: $0) }
        let band = data.band(zoom: tile.zoom)
        if !style.isTransparent {
            canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), with: style.water)
            try drawLand(band, views, style, scale: scale, on: canvas)
        }
        if tile.zoom < BasemapStyle.firstBandZoom {
            Self.drawLines(band, views, style, on: canvas)
        } else {
            Self.drawBands(band, views, style, on: canvas)
        }
        Self.drawLabels(try placement(zoom: tile.zoom), views, style, on: canvas)
        return canvas
    }

    /// The labels of a zoom, placed when its first tile is drawn; other tiles of the zoom wait for that.
    func placement(zoom: Int) throws(CairoError) -> LabelPlacement {
        try placements[zoom].placed.withLock { placed throws(CairoError) in
            if let placed { return placed }
            let placement = try LabelPlacement(names: data.names, zoom: zoom)
            placed = placement
            return placement
        }
    }

    /// The labels of one zoom, once they are placed.
    private final class Placement: Sendable {
        let placed = Mutex<LabelPlacement?>(nil)
    }

    private func drawLand(
        _ band: BasemapData.Band, _ views: [TileView], _ style: BasemapStyle, scale: Int,
        on canvas: borrowing Canvas
    ) throws(CairoError) {
        canvas.beginPath()
        canvas.addComb()
        for view in views {
            band.coasts.traceRings(in: view.window) { point, isStart in
                view.lead(canvas, to: point, isStart: isStart)
            }
        }
        guard let relief, let view = views.first, Relief.zooms.contains(view.zoom) else {
            return canvas.fillPath(.evenOdd, with: style.land)
        }
        let shades = relief.shades(
            left: view.left, top: view.top, width: canvas.width, height: canvas.height, scale: scale,
            zoom: view.zoom)
        let ground = try Canvas(width: Double(canvas.width), height: Double(canvas.height))
        ground.fill(withPixels: shades.map(style.land(shade:)))
        canvas.fillPath(.evenOdd, with: ground)
    }

    private static func drawLines(
        _ band: BasemapData.Band, _ views: [TileView], _ style: BasemapStyle, on canvas: borrowing Canvas
    ) {
        let zoom = views[0].zoom
        // Above the colours of a layer, rivers would be taken for borders.
        let rivers = style.isTransparent ? [] : [(band.rivers, 0.9, style.river)]
        let lines =
            rivers + [
                (band.provinces, 0.8, style.provinceBorder),
                (band.coasts, BasemapStyle.coastWidth(zoom: zoom), style.coast),
                (band.countries, BasemapStyle.countryWidth(zoom: zoom), style.countryBorder),
            ]
        for (set, width, colour) in lines {
            canvas.beginPath()
            canvas.addComb()
            for view in views {
                set.traceStrokes(in: view.window) { point, isStart in
                    view.lead(canvas, to: point, isStart: isStart)
                }
            }
            canvas.strokePath(width: width, with: colour)
        }
    }

    /// Draws bands in place of lines, and neither provinces nor rivers.
    private static func drawBands(
        _ band: BasemapData.Band, _ views: [TileView], _ style: BasemapStyle, on canvas: borrowing Canvas
    ) {
        for (set, colour) in [(band.coasts, style.coastBand), (band.countries, style.countryBand)] {
            canvas.beginPath()
            canvas.addComb()
            for view in views {
                var last: WorldPoint?
                set.traceStrokes(in: view.window) { point, isStart in
                    view.widen(canvas, from: isStart ? nil : last, to: point)
                    last = point
                }
            }
            canvas.fillPath(.nonZero, with: colour)
        }
    }

    private static func drawLabels(
        _ placement: LabelPlacement, _ views: [TileView], _ style: BasemapStyle, on canvas: borrowing Canvas
    ) {
        for (isCountry, colour) in [(true, style.countryName), (false, style.townName)] {
            canvas.beginPath()
            canvas.addComb()
            var isEmpty = true
            for view in views {
                for label in view.labels(of: placement) where (label.kind == .country) == isCountry {
                    view.trace(label, on: canvas)
                    isEmpty = false
                }
            }
            guard !isEmpty else { continue }
            canvas.strokePath(width: 2 * Label.haloEdge, with: style.halo)
            canvas.fillPath(.nonZero, with: colour)
        }
    }
}

/// The part of one copy of the world that a block of tiles shows.
private struct TileView {
    /// Units per tile.
    static let side = 256
    /// Pixels around the tiles in which lines are drawn too: the bleed plus half a line's or a band's width.
    private static func margin(zoom: Int) -> Int {
        BasemapRenderer.bleed
            + (zoom < BasemapStyle.firstBandZoom ? 2 : Int(BasemapStyle.bandRadius(zoom: zoom)) + 1)
    }

    let zoom: Int
    /// The left and top edges of the picture, including the bleed, in pixels of the zoom.
    let left: Int
    let top: Int
    /// The visible part of the world, including the margin.
    let window: WorldBox
    private let tiles: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)

    /// The view of the world moved east by whole turns, or `nil` when nothing of it is visible.
    init?(_ tile: TileAddress, columns: Int, rows: Int, turns: Int) {
        let size = 1 << tile.zoom
        let first = tile.column - turns * size
        let unit = Int(WorldPoint.unitsPerPixel(zoom: tile.zoom))
        // One more tile on each side covers every label that could extend from the other end of the world.
        guard first + columns >= 0, first <= size else { return nil }
        zoom = tile.zoom
        left = first * Self.side - BasemapRenderer.bleed
        top = tile.row * Self.side - BasemapRenderer.bleed
        tiles = (first...first + columns - 1, tile.row...tile.row + rows - 1)
        func edge(_ tiles: Int, _ pixels: Int) -> Int32 {
            Int32(clamping: (tiles * Self.side + pixels) * unit)
        }
        let margin = Self.margin(zoom: tile.zoom)
        window = WorldBox(
            minX: edge(first, -margin), minY: edge(tile.row, -margin),
            maxX: edge(first + columns, margin), maxY: edge(tile.row + rows, margin))
    }

    func lead(_ canvas: borrowing Canvas, to point: WorldPoint, isStart: Bool) {
        let (x, y) = pixel(point)
        if isStart { canvas.move(toX: x, y: y) } else { canvas.extend(toX: x, y: y) }
    }

    private func pixel(_ point: WorldPoint) -> (x: Double, y: Double) {
        let unit = WorldPoint.unitsPerPixel(zoom: zoom)
        return (Double(point.x) / unit - Double(left), Double(point.y) / unit - Double(top))
    }

    /// Adds what lies within a band's radius of an edge to the path; without a start, of its end.
    ///
    /// The parts turn the same way, so that together they are one area. A stroke as wide as this would widen the comb
    /// as well.
    func widen(_ canvas: borrowing Canvas, from start: WorldPoint?, to end: WorldPoint) {
        let radius = BasemapStyle.bandRadius(zoom: zoom)
        let (endX, endY) = pixel(end)
        canvas.addCircle(x: endX, y: endY, radius: radius)
        guard let start, start != end else { return }
        let (startX, startY) = pixel(start)
        let (dx, dy) = (endX - startX, endY - startY)
        let scale = radius / (dx * dx + dy * dy).squareRoot()
        let (asideX, asideY) = (-dy * scale, dx * scale)
        canvas.move(toX: startX - asideX, y: startY - asideY)
        canvas.extend(toX: endX - asideX, y: endY - asideY)
        canvas.extend(toX: endX + asideX, y: endY + asideY)
        canvas.extend(toX: startX + asideX, y: startY + asideY)
    }

    /// Adds a label's dot and letters to the path.
    func trace(_ label: Label, on canvas: borrowing Canvas) {
        if let dot = label.dot {
            canvas.addCircle(
                x: dot.x - Double(left), y: dot.y - Double(top), radius: Label.dotRadius(of: label.kind))
        }
        let form = Label.form(of: label.kind)
        canvas.addText(
            label.text, x: label.x - Double(left), baseline: label.baseline - Double(top),
            form.style)
    }

    /// Every label that touches one of the tiles, once, in the order of importance.
    func labels(of placement: LabelPlacement) -> [Label] {
        placement.labels(columns: tiles.columns, rows: tiles.rows)
    }
}
