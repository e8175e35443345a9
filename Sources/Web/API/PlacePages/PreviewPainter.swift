import Allergens
import Drawing

/// Draws the preview of a link to a place: the verdict in words, and the map around the place beside it.
struct PreviewPainter {
    let card: AirCard
    let map: PlaceMap
    /// What the levels are called and how they look, the lowest first.
    let levels: [AirCard.Row]

    private static let size = CardSize.preview.format
    private static let inks = CardInks.light
    /// The left edge of the map.
    private static let edge = size.width - Double(PlaceMap.width)
    /// The words' part of the picture.
    private static let words = CardFormat(width: edge, height: size.height, em: 25, mostRows: 3)
    /// The height of the strip of levels at the foot of the map.
    private static let strip = 64.0
    private static let usual = TextStyle(size: 19, isFitted: false, colour: inks.ink)
    private static let small = TextStyle(size: 13, isFitted: false, colour: inks.pale)
    private static let title = TextStyle(size: 22, isBold: true, isFitted: false, colour: inks.ink)

    /// The picture as a PNG with fewer colours, which is smaller.
    func draw() throws(CairoError) -> [UInt8] { try paint().opaquePNG(step: CardInks.step, trim: 0) }

    func paint() throws(CairoError) -> Canvas {
        let canvas = try Canvas(width: Self.size.width, height: Self.size.height)
        CardPainter(card: card, format: Self.words, inks: Self.inks).draw(on: canvas)
        let ground = try Canvas(width: Double(PlaceMap.width), height: Double(PlaceMap.height))
        try drawMap(on: ground)
        canvas.lay(ground, x: Self.edge, y: 0)
        return canvas
    }

    private func drawMap(on ground: borrowing Canvas) throws(CairoError) {
        let (width, height) = (Double(PlaceMap.width), Double(PlaceMap.height))
        ground.fill(Rectangle(x: 0, y: 0, width: width, height: height), with: .white)
        for piece in map.pieces {
            ground.lay(try Canvas(png: piece.png), x: Double(piece.x), y: Double(piece.y))
        }
        drawPlace(x: width / 2, y: height / 2, on: ground)
        let name = ground.width(of: map.title, Self.title)
        let label = Rectangle(x: 14, y: 14, width: name + 28, height: 40)
        ground.fill(label, radius: 8, with: Self.inks.ground)
        ground.write(map.title, x: label.x + 14, baseline: label.y + 28, Self.title)
        drawLevels(top: height - Self.strip, on: ground)
    }

    /// A ring that is seen on every colour.
    private func drawPlace(x: Double, y: Double, on ground: borrowing Canvas) {
        for (radius, colour) in [(13.0, Colour.white), (10, Self.inks.ink), (5, Colour.white)] {
            ground.beginPath()
            ground.addCircle(x: x, y: y, radius: radius)
            ground.fillPath(.nonZero, with: colour)
        }
    }

    /// What the colours mean, and the credit of the ground.
    private func drawLevels(top: Double, on ground: borrowing Canvas) {
        let width = Double(PlaceMap.width)
        ground.fill(Rectangle(x: 0, y: top, width: width, height: Self.strip), with: Self.inks.ground)
        var pen = 14.0
        for level in levels {
            let box = Rectangle(x: pen, y: top + 11, width: 22, height: 22)
            if let colour = level.colour.flatMap(Colour.init(hex:)) {
                ground.fill(box, radius: 4, with: colour)
            }
            ground.outline(box, radius: 4, with: Self.inks.line)
            ground.write(level.words, x: pen + 29, baseline: top + 29, Self.usual)
            pen += 29 + ground.width(of: level.words, Self.usual) + 16
        }
        ground.write(map.attribution, x: 14, baseline: top + 54, Self.small)
    }
}
