import Allergens
import Drawing
import Foundation

/// Draws marks around the origin of a canvas.
///
/// Every mark has a dark outline around a white one: the white stands out from dark basemaps, the dark from
/// light ones. Levels differ by figure as well as by colour: 0 none, 1 low, 2 moderate, 3 high, 4 very high,
/// – unknown.
struct MarkerPen {
    static let ink = Colour(red: 0x1F, green: 0x29, blue: 0x33)
    private static let pale = Colour(red: 0x6B, green: 0x77, blue: 0x85)

    private let layer: MarkerLayer

    init(_ layer: MarkerLayer) { self.layer = layer }

    func draw(_ look: MarkerStyle, on canvas: borrowing Canvas) {
        switch look {
        case .dot(let mark): drawDot(mark, on: canvas)
        case .pin(let mark, let isSimulated): drawPin(mark, isSimulated: isSimulated, on: canvas)
        case .flanks(let yesterday, let tomorrow): drawFlanks(yesterday, tomorrow, on: canvas)
        case .name(let text):
            canvas.write(
                text, around: Double(look.extent.width) / 2, baseline: 12.5, TextMeasure.name,
                halo: .white.faded(to: 0.9), haloWidth: 2)
        case .warning(let level, let isForecast):
            drawWarning(level, isForecast: isForecast, on: canvas)
        case .report: drawReport(on: canvas)
        case .count(let count): drawCount(MarkerStyle.text(of: count), width: look.extent.width, on: canvas)
        }
    }

    /// White or ink, whichever has the higher contrast with the colour (WCAG 2.2, 1.4.3).
    static func figure(on colour: Colour) -> Colour {
        let onWhite = 1.05 / (colour.luminance + 0.05)
        let onInk = (colour.luminance + 0.05) / (Self.ink.luminance + 0.05)
        return onWhite > onInk ? .white : Self.ink
    }
}

// MARK: Stations

extension MarkerPen {
    private static let head = Point(0, -18)

    private func drawDot(_ mark: StationMarker.Mark?, on canvas: borrowing Canvas) {
        canvas.fill(.circle(around: Point(0, 0), radius: 5.25), with: Self.ink)
        canvas.fill(.circle(around: Point(0, 0), radius: 4.5), with: .white)
        let colour = mark.map { layer.colour(of: $0.level) } ?? .white
        canvas.fill(.circle(around: Point(0, 0), radius: 3.25), with: colour)
        if mark == nil {
            canvas.outline(.circle(around: Point(0, 0), radius: 2.5), width: 1.25, with: Self.pale)
        }
    }

    private func drawPin(_ mark: StationMarker.Mark?, isSimulated: Bool, on canvas: borrowing Canvas) {
        let drop = Self.drop(around: Self.head, radius: 11)
        canvas.outline(drop, width: 2.5, with: Self.ink)
        canvas.fill(drop, with: .white)
        drawMark(mark, around: Self.head, radius: 9, figureSize: 12.5, on: canvas)
        guard isSimulated else { return }
        let corner = Point(9.5, -26.5)
        canvas.fill(.circle(around: corner, radius: 5.75), with: .white)
        canvas.fill(.circle(around: corner, radius: 4.75), with: Self.ink)
        canvas.write(
            "S", around: corner.x, baseline: corner.y + 2.8,
            TextStyle(size: 7.5, isBold: true, colour: .white))
    }

    /// A circle whose tangents run down to a tip at the origin.
    private static func drop(around head: Point, radius: Double) -> Path {
        let half = acos(radius / -head.y)
        var path = Path()
        path.addLine(to: Point(0, 0))
        path.addArc(around: head, radius: radius, from: .pi / 2 + half, to: 2.5 * .pi - half)
        return path
    }

    private func drawFlanks(
        _ yesterday: StationMarker.Mark?, _ tomorrow: StationMarker.Mark?, on canvas: borrowing Canvas
    ) {
        let plate = Path.rounded(Rectangle(x: -26.5, y: -25.5, width: 53, height: 15), radius: 7.5)
        canvas.outline(plate, width: 2.5, with: Self.ink)
        canvas.fill(plate, with: .white)
        drawMark(yesterday, around: Point(-19, Self.head.y), radius: 6, figureSize: 8.5, on: canvas)
        drawMark(tomorrow, around: Point(19, Self.head.y), radius: 6, figureSize: 8.5, on: canvas)
    }

    /// Draws a disc for a reading of the day, a ring for an older reading, and a disc in a broken ring for
    /// other values.
    ///
    /// The ring is dashed for a forecast and dotted for a modelled value.
    private func drawMark(
        _ mark: StationMarker.Mark?, around centre: Point, radius: Double, figureSize: Double,
        on canvas: borrowing Canvas
    ) {
        let style = { TextStyle(size: figureSize, isBold: true, colour: $0) }
        let baseline = centre.y + 0.365 * figureSize
        guard let mark else {
            canvas.outline(.circle(around: centre, radius: radius - 0.5), width: 1, with: Self.pale)
            canvas.write("–", around: centre.x, baseline: baseline, style(Self.pale))
            return
        }
        let colour = layer.colour(of: mark.level)
        let width = radius / 3.5
        let figure = mark.basis == .carried ? Self.ink : Self.figure(on: colour)
        switch mark.basis {
        case .measured: canvas.fill(.circle(around: centre, radius: radius), with: colour)
        case .carried:
            canvas.outline(.circle(around: centre, radius: radius - 0.5), width: 1, with: Self.pale)
            canvas.outline(
                .circle(around: centre, radius: radius - width / 2 - 1), width: width, with: colour)
        // Twelve dashes, each a little longer than its gap, or twenty-four dots.
        case .forecast: drawBroken(12, share: 0.6, around: centre, radius: radius, colour, on: canvas)
        case .modelled: drawBroken(24, share: 0.35, around: centre, radius: radius, colour, on: canvas)
        }
        canvas.write("\(mark.level.rank)", around: centre.x, baseline: baseline, style(figure))
    }

    /// Draws a disc in a broken ring; `share` is the drawn part of each step.
    private func drawBroken(
        _ steps: Int, share: Double, around centre: Point, radius: Double, _ colour: Colour,
        on canvas: borrowing Canvas
    ) {
        canvas.fill(.circle(around: centre, radius: radius - 1.5), with: colour)
        let step = 2 * .pi * (radius - 0.5) / Double(steps)
        canvas.outline(
            .circle(around: centre, radius: radius - 0.5), width: 1.1,
            dashes: [share * step, (1 - share) * step], with: Self.ink)
    }
}

// MARK: Alerts

extension MarkerPen {
    /// A triangle in the level's colour, with an exclamation mark and the level's figure.
    private func drawWarning(_ level: Level?, isForecast: Bool, on canvas: borrowing Canvas) {
        let triangle = Path.polygon([Point(0, -11.5), Point(13, 10), Point(-13, 10)])
        let colour = level.map(layer.colour(of:)) ?? .white
        canvas.outline(triangle, width: 8, with: Self.ink)
        canvas.outline(triangle, width: 5.5, with: .white)
        canvas.outline(triangle, width: 2, with: colour)
        canvas.fill(triangle, with: colour)
        if isForecast {
            // Along the middle of the white outline.
            let around = Path.polygon([Point(0, -15.2), Point(16.4, 11.9), Point(-16.4, 11.9)])
            canvas.outline(around, width: 1.25, dashes: [2.5, 2.5], with: Self.ink)
        }
        canvas.write(
            MarkerStyle.warning(of: level), around: 0, baseline: 8.5,
            TextStyle(size: 12.5, isBold: true, colour: Self.figure(on: colour)))
    }

    /// A speech bubble with a person.
    private func drawReport(on canvas: borrowing Canvas) {
        var bubble = Path.rounded(Rectangle(x: -12, y: -13, width: 24, height: 22), radius: 6)
        let tail = Path.polygon([Point(-5, 8), Point(5, 8), Point(0, 14)])
        for path in [bubble, tail] { canvas.outline(path, width: 5, with: Self.ink) }
        for path in [bubble, tail] { canvas.outline(path, width: 2.5, with: .white) }
        for path in [bubble, tail] { canvas.fill(path, with: layer.reportColour) }
        canvas.fill(.circle(around: Point(0, -6.5), radius: 3.5), with: .white)
        bubble = Path()
        bubble.addArc(around: Point(0, 5.5), radius: 7, from: .pi, to: 2 * .pi)
        canvas.fill(bubble, with: .white)
    }

    private func drawCount(_ text: String, width: Int, on canvas: borrowing Canvas) {
        let box = Rectangle(x: 0.5, y: -7.5, width: Double(width) - 3, height: 15)
        canvas.fill(.rounded(box, radius: 7.5), with: .white)
        let inner = Rectangle(x: box.x + 1.25, y: box.y + 1.25, width: box.width - 2.5, height: 12.5)
        canvas.fill(.rounded(inner, radius: 6.25), with: Self.ink)
        canvas.write(
            text, around: box.x + box.width / 2, baseline: 3.6,
            TextStyle(size: 10, isBold: true, colour: .white))
    }
}
