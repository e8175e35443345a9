package import Foundation

/// Bytes as text that needs no escaping in URLs and headers (RFC 4648, section 5), without padding.
package enum Base64URL {
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Data(bytes).base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }
        return String(
            decoding: digits.map { digit in
                switch digit {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: digit
                }
            }, as: UTF8.self)
    }

    /// Reads the bytes, with or without padding; `nil` when the text has another character or an impossible
    /// length.
    package static func bytes(of text: String) -> Data? {
        let digits = text.replacing("=", with: "")
        let isDigit = digits.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isDigit else { return nil }
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        return Data(
            base64Encoded: digits.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
