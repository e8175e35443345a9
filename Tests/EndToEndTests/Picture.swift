import Drawing
import Geography

/// A PNG, pixel by pixel.
struct Picture {
    let width: Int
    let height: Int
    private let pixels: [Colour]

    init(_ png: [UInt8]) throws {
        let canvas = try Canvas(png: png)
        width = canvas.width
        height = canvas.height
        pixels = try canvas.pixels()
    }

    /// Width and height.
    var size: [Int] { [width, height] }

    /// The pixel of a column and a row.
    subscript(column: Int, row: Int) -> Colour { pixels[row * width + column] }

    var isTransparent: Bool { pixels.allSatisfy { $0.alpha == 0 } }

    /// The pixel of a place in the tile that contains it, or one some pixels away.
    func pixel(
        at longitude: Double, _ latitude: Double, zoom: Int,
        movedBy offset: (right: Int, down: Int) = (0, 0)
    ) -> Colour {
        let size = Double(width << zoom)
        let column = Int(WebMercator.x(longitude: longitude) * size) % width + offset.right
        let row = Int(WebMercator.y(latitude: latitude) * size) % height + offset.down
        return pixels[row * width + column]
    }

    /// The address `z/x/y` of the tile that contains a place.
    static func tile(at longitude: Double, _ latitude: Double, zoom: Int) -> String {
        let size = Double(1 << zoom)
        return "\(zoom)/\(Int(WebMercator.x(longitude: longitude) * size))/"
            + "\(Int(WebMercator.y(latitude: latitude) * size))"
    }

    /// The share of the visible pixels whose class is one of `levels`.
    func shares(of levels: Set<String>, legend: JSONValue) -> Double {
        var levelOf: [Colour: String] = [:]
        for colour in Set(pixels) where colour.alpha > 0 { levelOf[colour] = Self.level(of: colour, legend) }
        let shown = pixels.compactMap { levelOf[$0] }
        return Double(shown.count { levels.contains($0) }) / Double(max(shown.count, 1))
    }

    /// The class of a legend with the nearest colour.
    static func level(of colour: Colour, _ legend: JSONValue) -> String? {
        legend["classes"].elements.min { distance(colour, $0) < distance(colour, $1) }?["level"].text
    }

    private static func distance(_ colour: Colour, _ entry: JSONValue) -> Int {
        guard let other = entry["color"].text.flatMap(Colour.init(hex:)) else { return .max }
        func square(_ first: UInt8, _ second: UInt8) -> Int {
            let difference = Int(first) - Int(second)
            return difference * difference
        }
        return square(colour.red, other.red) + square(colour.green, other.green)
            + square(colour.blue, other.blue)
    }
}
