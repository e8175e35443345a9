/// Texts of cells as XML.
enum CellText {
    /// Adds a text.
    ///
    /// What XML cannot hold is written as `_x000B_`, and what looks so already gets its first underline written that
    /// way (ECMA-376, part 1, section 22.9.2.19).
    static func write(_ text: String, to bytes: inout [UInt8]) {
        guard text.utf8.contains(where: needsCare) else { return bytes.append(contentsOf: text.utf8) }
        let all = Array(text.utf8)
        for (index, byte) in all.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "_") where isEscape(all[index...]): bytes += "_x005F_".utf8
            case 0x09, 0x0A: bytes.append(byte)
            case 0..<0x20:
                bytes += "_x00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))_".utf8
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            case 0xEF where all[index...].starts(with: [0xEF, 0xBF, 0xBE]): bytes += "_xFFFE_".utf8
            case 0xEF where all[index...].starts(with: [0xEF, 0xBF, 0xBF]): bytes += "_xFFFF_".utf8
            case 0xBE, 0xBF: if !endsNoncharacter(all, at: index) { bytes.append(byte) }
            default: bytes.append(byte)
            }
        }
    }

    private static func needsCare(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x5F || byte == 0xEF
    }

    /// Whether a byte is the second or third one of a character that was written as an escape.
    private static func endsNoncharacter(_ all: [UInt8], at index: Int) -> Bool {
        for start in [index - 1, index - 2] where start >= 0 && all[start] == 0xEF {
            return start + 2 < all.count && all[start + 1] == 0xBF && all[start + 2] >= 0xBE
        }
        return false
    }

    private static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        let code = bytes.prefix(7)
        guard code.count == 7, code.dropFirst().first == UInt8(ascii: "x"), code.last == UInt8(ascii: "_")
        else { return false }
        return code.dropFirst(2).dropLast().allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
        }
    }

    /// The letters of a column: A, B, …, Z, AA.
    static func letters(of column: Int) -> String {
        let letter = String(Unicode.Scalar(UInt8(65 + column % 26)))
        return column < 26 ? letter : letters(of: column / 26 - 1) + letter
    }
}
