import Drawing
import Synchronization

/// Measures the widths of names, each once.
enum TextMeasure {
    /// The style of names.
    static let name = TextStyle(size: 11, isBold: true, colour: Colour(red: 0x1F, green: 0x29, blue: 0x33))

    /// Names in the cache; there are hardly more stations.
    private static let capacity = 50_000
    private static let widths = Mutex<[String: Int]>([:])

    /// The width of a name in whole units, rounded up.
    static func width(of text: String) -> Int {
        if let width = widths.withLock({ $0[text] }) { return width }
        let width = measured(text)
        widths.withLock { widths in
            if widths.count >= capacity { widths = [:] }
            widths[text] = width
        }
        return width
    }

    private static func measured(_ text: String) -> Int {
        // A surface of one pixel fails only when there is no memory at all.
        guard let canvas = try? Canvas(width: 1, height: 1) else { preconditionFailure("no memory") }
        return Int(canvas.width(of: text, name).rounded(.up))
    }
}
