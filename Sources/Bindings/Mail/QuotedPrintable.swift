/// Encodes text as 7-bit lines of at most 76 characters (RFC 2045, section 6.7).
enum QuotedPrintable {
    private static let lineLimit = 76
    static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes text as UTF-8.
    ///
    /// All line breaks become CRLF.
    static func encoded(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        let lines = text.replacing("\r\n", with: "\n").utf8
            .split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for (number, line) in lines.enumerated() {
            if number > 0 { encoded += [13, 10] }
            append(line, to: &encoded)
        }
        return encoded
    }

    private static func append(_ line: some Collection<UInt8>, to encoded: inout [UInt8]) {
        var width = 0
        for (place, byte) in line.enumerated() {
            let isLast = place == line.count - 1
            let token = token(for: byte, atEnd: isLast)
            // A continued line ends in "=", which needs room.
            if width + token.count > (isLast ? lineLimit : lineLimit - 1) {
                encoded += [UInt8(ascii: "="), 13, 10]
                width = 0
            }
            encoded += token
            width += token.count
        }
    }

    /// Encodes a byte.
    ///
    /// A blank at the end of a line is escaped, because it could be lost in transit.
    private static func token(for byte: UInt8, atEnd isLast: Bool) -> [UInt8] {
        switch byte {
        case UInt8(ascii: " "), 9: isLast ? escaped(byte) : [byte]
        case UInt8(ascii: "="): escaped(byte)
        case 33...126: [byte]
        default: escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
