/// The kind and size of a picture, read from the header of its file.
///
/// Nothing is decoded: a file of a few bytes can claim to contain a picture that fills the machine's memory.
package struct PictureSize: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case png, jpeg, webP }

    package let kind: Kind
    package let width: Int
    package let height: Int

    /// Reads the header of a file.
    ///
    /// Returns `nil` if it is of another kind or too short.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(png: bytes)
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            self.init(jpeg: bytes)
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            self.init(webP: bytes)
        } else {
            return nil
        }
    }

    private init?(_ kind: Kind, _ width: Int, _ height: Int) {
        guard width > 0, height > 0 else { return nil }
        (self.kind, self.width, self.height) = (kind, width, height)
    }

    /// Reads PNG (third edition), 11.2.1: the first chunk is IHDR.
    private init?(png bytes: [UInt8]) {
        guard bytes.count >= 24, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
        let numbers = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        self.init(.png, numbers[0], numbers[1])
    }

    /// Reads ITU-T T.81, B.1.1.3: segments up to the frame header.
    ///
    /// Frame headers have the markers C0 to CF except C4, C8 and CC.
    private init?(jpeg bytes: [UInt8]) {
        var place = 2
        while place + 9 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                self.init(
                    .jpeg, Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
                    Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
                return
            }
            guard length >= 2 else { return nil }
            place += 2 + length
        }
        return nil
    }

    /// Reads RFC 9649, 2.5 to 2.7: the first chunk is lossy, lossless or extended.
    private init?(webP bytes: [UInt8]) {
        guard bytes.count >= 30 else { return nil }
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ": self.init(.webP, number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF)
        case "VP8L":
            let bits = number(21, 4)
            self.init(.webP, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8X": self.init(.webP, number(24, 3) + 1, number(27, 3) + 1)
        default: return nil
        }
    }
}
