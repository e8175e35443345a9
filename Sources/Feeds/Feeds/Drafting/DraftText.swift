import Foundation

/// A file as UTF-8 text, and the encoding that its definition needs.
struct DraftText {
    let utf8: [UInt8]
    let encoding: TextEncoding
    /// Whether the file must be saved in another encoding first.
    let isConverted: Bool

    /// Returns `nil` if the bytes are no text.
    init?(_ bytes: [UInt8]) {
        if let order = Self.byteOrder(of: bytes) {
            guard let text = String(bytes: bytes, encoding: order) else { return nil }
            self.init(text, .utf8, isConverted: true)
        } else if !bytes.contains(0), let text = TextEncoding.utf8.text(of: bytes) {
            self.init(text, .utf8, isConverted: false)
        } else if !bytes.contains(0), let text = TextEncoding.windows1252.text(of: bytes) {
            self.init(text, .windows1252, isConverted: false)
        } else {
            return nil
        }
    }

    private init(_ text: String, _ encoding: TextEncoding, isConverted: Bool) {
        utf8 = Array(text.trimmingPrefix("\u{FEFF}").utf8)
        self.encoding = encoding
        self.isConverted = isConverted
    }

    /// Returns the order of UTF-16, which begins with a mark or has a zero in every second byte.
    private static func byteOrder(of bytes: [UInt8]) -> String.Encoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): return .utf16LittleEndian
        case (0xFE, 0xFF): return .utf16BigEndian
        case (1..., 0) where bytes[2] != 0 && bytes[3] == 0: return .utf16LittleEndian
        case (0, 1...) where bytes[2] == 0 && bytes[3] != 0: return .utf16BigEndian
        default: return nil
        }
    }
}
