import Drawing

/// The looks of a paper, which a printer without colours keeps apart too.
enum PaperStyle {
    /// A4 in points.
    static let page = (width: 595.28, height: 841.89)
    static let margin = 42.0
    /// The foot of each page.
    static let foot = 34.0
    static let width = page.width - 2 * margin

    static let ink = Colour(red: 0x1B, green: 0x26, blue: 0x2C)
    static let faint = Colour(red: 0x5A, green: 0x66, blue: 0x6E)
    static let rule = Colour(red: 0xC9, green: 0xD1, blue: 0xD5)
    static let symptoms = Colour(red: 0x8C, green: 0x2D, blue: 0x04)
    static let medicine = Colour(red: 0x4A, green: 0x3A, blue: 0x8C)
    static let metrics = Colour(red: 0x1F, green: 0x4E, blue: 0x8C)
    static let air = Colour(red: 0x1B, green: 0x6B, blue: 0x5A)

    static let title = text(20, bold: true)
    static let heading = text(12, bold: true)
    static let label = text(8.5, bold: true)
    static let body = text(9)
    static let small = text(7.5, faint)
    static let cell = text(8.5)

    private static func text(_ size: Double, bold: Bool = false, _ colour: Colour = ink) -> TextStyle {
        TextStyle(size: size, isBold: bold, isFitted: false, colour: colour)
    }
}
