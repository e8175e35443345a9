import Drawing

/// The labels of a zoom, placed once for the whole world: every tile that a label touches shows its part of
/// it.
///
/// Names are tried in the order of their importance, at up to four sides of their dot; a name that fits
/// nowhere is left out. The same data give the same labels, whichever tile is requested first.
struct LabelPlacement: Sendable {
    /// The free space around a label, in pixels: a calm map has more space than text.
    private static let room = (x: 9.0, y: 6.0)

    let labels: [Label]
    private let placesOfTile: [GridCell: [Int]]

    init(names: [BasemapData.Name], zoom: Int) throws(CairoError) {
        let ruler = try Ruler()
        var crowd = Crowd(turn: Double(256 << zoom))
        var labels: [Label] = []
        // A country's name can move elsewhere, a capital's cannot.
        let isFirst = zoom >= Self.firstCapitalZoom ? BasemapData.Name.Kind.capital : .country
        let ranked = names.filter { $0.kind == isFirst } + names.filter { $0.kind != isFirst }
        for name in ranked where Self.isNamed(name, zoom: zoom) {
            let candidates = Self.candidates(name, zoom: zoom, ruler: ruler)
            guard
                let label = candidates.first(where: {
                    crowd.hasRoom(for: $0.box.widened(byX: Self.room.x, y: Self.room.y))
                })
            else { continue }
            crowd.add(label.box)
            labels.append(label)
        }
        self.labels = labels
        var placesOfTile: [GridCell: [Int]] = [:]
        for (place, label) in labels.enumerated() {
            for tile in label.box.cells(side: 256) { placesOfTile[tile, default: []].append(place) }
        }
        self.placesOfTile = placesOfTile
    }

    /// The labels that touch a block of tiles, the most important first.
    func labels(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> [Label] {
        let places = columns.flatMap { column in
            rows.flatMap { placesOfTile[GridCell(column: column, row: $0)] ?? [] }
        }
        return Set(places).sorted().map { labels[$0] }
    }

    /// The zoom from which all capitals are named.
    private static let firstCapitalZoom = 5

    /// Whether a name is important enough for a zoom; each zoom adds the towns of the next smaller size.
    private static func isNamed(_ name: BasemapData.Name, zoom: Int) -> Bool {
        switch name.kind {
        case .country: return (2...7).contains(zoom)
        case .capital: return zoom >= 6 || name.weight >= (zoom == 5 ? 100_000 : 1_000_000) && zoom >= 4
        case .town:
            let smallest = [5: 900_000, 6: 300_000, 7: 120_000, 8: 50_000, 9: 25_000]
            return zoom >= 5 && name.weight >= smallest[zoom] ?? 0
        }
    }

    private static func candidates(_ name: BasemapData.Name, zoom: Int, ruler: borrowing Ruler) -> [Label] {
        let unit = WorldPoint.unitsPerPixel(zoom: zoom)
        let (x, y) = (Double(name.point.x) / unit, Double(name.point.y) / unit)
        let text = Label.written(name)
        let form = Label.form(of: name.kind)
        let width = ruler.width(of: text, form)
        if name.kind == .country {
            // A name wider than a country and its sea would point at the country's neighbours.
            guard width < 1.15 * Double(name.weight) / unit else { return [] }
            return [0, 1.5, -1.5, 3, -3].map { lines in
                label(name, text, x: x - width / 2, middle: y + lines * form.size, width: width, dot: nil)
            }
        }
        let gap = 5.5
        let beside = (right: x + gap, left: x - gap - width)
        let step = form.size * 0.5 + gap
        return [
            label(name, text, x: beside.right, middle: y, width: width, dot: (x, y)),
            label(name, text, x: beside.left, middle: y, width: width, dot: (x, y)),
            label(name, text, x: x - width / 2, middle: y - step, width: width, dot: (x, y)),
            label(name, text, x: x - width / 2, middle: y + step, width: width, dot: (x, y)),
        ]
    }

    private static func label(
        _ name: BasemapData.Name, _ text: String, x: Double, middle: Double, width: Double,
        dot: (x: Double, y: Double)?
    ) -> Label {
        let size = Label.form(of: name.kind).size
        let left = x.rounded()
        // Capitals of DejaVu Sans are 0.73 em high; accents and descenders stay within 0.95 and 0.25.
        let baseline = (middle + 0.36 * size).rounded()
        let halo = Label.haloEdge + 0.5
        let letters = LabelBox(
            left: left - halo, top: baseline - 0.95 * size - halo, right: left + width + halo,
            bottom: baseline + 0.25 * size + halo)
        guard let dot else {
            return Label(text: text, kind: name.kind, x: left, baseline: baseline, dot: nil, box: letters)
        }
        let reach = 4.0
        let box = LabelBox(
            left: min(letters.left, dot.x - reach), top: min(letters.top, dot.y - reach),
            right: max(letters.right, dot.x + reach), bottom: max(letters.bottom, dot.y + reach))
        return Label(text: text, kind: name.kind, x: left, baseline: baseline, dot: dot, box: box)
    }
}

/// Measures text.
private struct Ruler: ~Copyable {
    private let canvas: Canvas

    init() throws(CairoError) {
        canvas = try Canvas(width: 1, height: 1)
    }

    func width(of text: String, _ form: Label.Form) -> Double {
        canvas.width(of: text, form.style)
    }
}

/// The occupied boxes, found by the cells of a grid.
private struct Crowd {
    /// As wide as a few labels.
    private static let side = 128.0
    /// The width of the world, after which everything repeats.
    let turn: Double
    private var boxes: [GridCell: [LabelBox]] = [:]

    init(turn: Double) { self.turn = turn }

    func hasRoom(for box: LabelBox) -> Bool {
        [0, -turn, turn].map(box.moved).allSatisfy { box in
            !box.cells(side: Self.side).contains { boxes[$0]?.contains(where: box.overlaps) ?? false }
        }
    }

    mutating func add(_ box: LabelBox) {
        for cell in box.cells(side: Self.side) { boxes[cell, default: []].append(box) }
    }
}
