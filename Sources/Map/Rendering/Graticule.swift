import Drawing
import Geography

/// Meridians and parallels, which give orientation on a map without a background.
struct Graticule {
    private let window: MapWindow
    /// Degrees between lines: about 150 pixels.
    private let step: Double

    init(_ window: MapWindow) {
        self.window = window
        let degreesPerPixel = 360 / Double(256 << window.zoom)
        step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30].first { $0 >= 120 * degreesPerPixel } ?? 45
    }

    func draw(on canvas: borrowing Canvas, line colour: Colour, text: TextStyle) {
        let (width, height) = (Double(window.width), Double(window.height))
        // Across the antimeridian, −180° is the same as 180°.
        let first = window.box.crossesAntimeridian ? -179.999 : -180
        for longitude in lines(from: first, to: 180) {
            guard let position = Coordinate(longitude: longitude, latitude: 0) else { continue }
            let x = window.place(of: position).x.rounded() + 0.5
            guard (0...width).contains(x) else { continue }
            canvas.line(from: (x, 0), to: (x, height), with: colour)
            guard x < width - 34 else { continue }
            canvas.writeInHalo(words(longitude, "°E", "°W"), x: x + 3, baseline: height - 5, text)
        }
        for latitude in lines(from: -80, to: 80) {
            guard let position = Coordinate(longitude: window.box.west, latitude: latitude) else { continue }
            let y = window.place(of: position).y.rounded() + 0.5
            guard (0...height).contains(y) else { continue }
            canvas.line(from: (0, y), to: (width, y), with: colour)
            canvas.writeInHalo(words(latitude, "°N", "°S"), x: 4, baseline: y - 3, text)
        }
    }

    private func lines(from first: Double, to last: Double) -> [Double] {
        let count = Int((last / step).rounded(.down))
        return (-count...count).map { Double($0) * step }.filter { (first...last).contains($0) }
    }

    private func words(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        let tenths = Int((abs(degrees) * 10).rounded())
        let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        return tenths == 0 ? "0°" : number + (degrees < 0 ? negative : positive)
    }
}
