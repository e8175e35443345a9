import Drawing

/// Texts that must fit.
extension Canvas {
    /// The text, or as much of its beginning as fits into a width in units, with an ellipsis.
    func fitted(_ text: String, width room: Double, _ style: TextStyle) -> String {
        guard width(of: text, style) > room else { return text }
        var (fits, tooLong) = (0, text.count)
        while tooLong - fits > 1 {
            let middle = (fits + tooLong) / 2
            let isShort = width(of: "\(text.prefix(middle))…", style) <= room
            if isShort { fits = middle } else { tooLong = middle }
        }
        return "\(text.prefix(fits))…"
    }

    /// Breaks a text at spaces into at most some lines of a width in units; the last one holds the rest.
    func lines(of text: String, most: Int, width room: Double, _ style: TextStyle) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            let longer = lines.last.map { "\($0) \(word)" }
            if let longer, lines.count == most || width(of: longer, style) <= room {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
