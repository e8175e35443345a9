import Allergens
import Drawing
import Interpolation

/// Draws isolines: the lines at which levels start, labelled with the value or level.
///
/// In each quarter of a tile one line is labelled, the one nearest to the centre. The label lies entirely
/// within the quarter, so no label is ever cut, and none depends on another tile.
struct IsolineRenderer {
    /// Pixels at scale 1 that are drawn around a tile and cut off, see ``Canvas/addComb()``.
    private static let bleed = 6
    private static let ink = Colour(red: 0x2E, green: 0x20, blue: 0x38)
    /// Surrounds lines and labels, so that they are visible on any map.
    private static let halo = Colour(red: 0xFF, green: 0xFF, blue: 0xFF, alpha: 0xC8)
    private static let lineWidth = 1.5
    private static let haloWidth = 3.0
    /// The share of ink in a line's colour, so that pale yellow is visible on white.
    private static let inkShare = 0.35
    private static let labelHalo = 3.5

    private let layer: Layer
    private let scale: Int
    private let texts: [Level: String]
    private let style: TextStyle

    /// `bounds` belong to the only allergen; with `nil`, for several allergens, labels show the level's name.
    init(_ layer: Layer, scale: Int, bounds: LevelBounds?) {
        self.layer = layer
        self.scale = scale
        style = TextStyle(size: 10.5 * Double(scale), isBold: true, isFitted: false, colour: Self.ink)
        let starts = bounds.map { [0, $0.low, $0.moderate, $0.high, $0.veryHigh] }
        texts = Dictionary(
            uniqueKeysWithValues: Level.allCases.map { level in
                (level, starts.map { Self.number($0[level.rank]) } ?? level.words)
            })
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    /// The lines of a tile's fields, or `nil` when there are none.
    func picture(_ tiles: [FieldTile], cellSize: Int) throws(CairoError) -> Raster? {
        guard let side = tiles.first?.side else { return nil }
        let segments = IsolineTracer(tiles, cellSize: cellSize).segments()
        guard !segments.isEmpty else { return nil }
        let bleed = Self.bleed * scale
        let canvas = try Canvas(width: Double(side + 2 * bleed), height: Double(side + 2 * bleed))
        // At low zooms cells are a pixel wide, and a halo would extend beyond the one row of cells around the
        // tile.
        let isFarOut = cellSize < 2 * scale
        if !isFarOut { stroke(segments, width: Self.haloWidth, with: faded(Self.halo), on: canvas) }
        for level in Level.allCases.dropFirst() {
            let colour = layer.ramp.colour(of: level).mixed(with: Self.ink, share: Self.inkShare)
            let width = isFarOut ? 1 : Self.lineWidth
            stroke(segments.filter { $0.level == level }, width: width, with: faded(colour), on: canvas)
        }
        write(labels(of: segments, side: side, on: canvas), on: canvas)
        return try Raster(canvas).part(x: bleed, y: bleed, width: side, height: side)
    }

    /// A colour with the layer's opacity.
    private func faded(_ colour: Colour) -> Colour {
        colour.faded(to: layer.opacity * Double(colour.alpha) / 255)
    }

    private func stroke(
        _ segments: [IsolineSegment], width: Double, with colour: Colour, on canvas: borrowing Canvas
    ) {
        guard !segments.isEmpty else { return }
        let bleed = Double(Self.bleed * scale)
        canvas.beginPath()
        canvas.addComb()
        for segment in segments {
            canvas.move(toX: segment.from.x + bleed, y: segment.from.y + bleed)
            canvas.extend(toX: segment.to.x + bleed, y: segment.to.y + bleed)
        }
        canvas.strokePath(width: width * Double(scale), with: colour)
    }
}

extension IsolineRenderer {
    private struct Label {
        let text: String
        /// The start of the text, in whole pixels.
        let x: Double
        let baseline: Double
    }

    /// The shortest line around a label, in pixels at scale 1; shorter lines would vanish beneath it.
    private static let leastLength = 48.0
    /// The distance from a label within which that length is measured.
    private static let around = 32.0

    private func labels(of segments: [IsolineSegment], side: Int, on canvas: borrowing Canvas) -> [Label] {
        let quarter = 128 * scale
        let inside = segments.filter { segment in
            let middle = segment.middle
            return middle.x >= 0 && middle.y >= 0 && middle.x < Double(side) && middle.y < Double(side)
        }
        let quarters = Dictionary(grouping: inside) { segment in
            SIMD2(Int(segment.middle.x) / quarter, Int(segment.middle.y) / quarter)
        }
        return quarters.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.compactMap { place, segments in
            let centre = (SIMD2<Double>(place) + 0.5) * Double(quarter)
            return label(
                of: segments, centre: centre, room: Double(quarter) / 2 - 4 * Double(scale), on: canvas)
        }
    }

    /// Segments that are tried for a label, so that the search stays short.
    private static let candidates = 64

    /// The label on the segment nearest to a centre that has room and a line that is long enough.
    private func label(
        of segments: [IsolineSegment], centre: SIMD2<Double>, room: Double, on canvas: borrowing Canvas
    ) -> Label? {
        let byDistance = segments.sorted { $0.distance(to: centre) < $1.distance(to: centre) }
        for segment in byDistance.prefix(Self.candidates) {
            let text = texts[segment.level, default: ""]
            let width = canvas.width(of: text, style)
            let offset = segment.middle - centre
            guard abs(offset.x) + width / 2 < room, abs(offset.y) + style.size < room else { continue }
            let length = segments.reduce(0) { sum, other in
                let isNear = other.distance(to: segment.middle) < Self.around * Double(scale)
                return other.level == segment.level && isNear ? sum + other.length : sum
            }
            guard length >= Self.leastLength * Double(scale) else { continue }
            return Label(
                text: text, x: (segment.middle.x - width / 2).rounded(),
                baseline: (segment.middle.y + style.size * 0.36).rounded())
        }
        return nil
    }

    private func write(_ labels: [Label], on canvas: borrowing Canvas) {
        guard !labels.isEmpty else { return }
        let bleed = Double(Self.bleed * scale)
        canvas.beginPath()
        canvas.addComb()
        for label in labels {
            canvas.addText(label.text, x: label.x + bleed, baseline: label.baseline + bleed, style)
        }
        canvas.strokePath(width: Self.labelHalo * Double(scale), with: faded(.white))
        canvas.fillPath(.nonZero, with: faded(Self.ink))
    }
}
