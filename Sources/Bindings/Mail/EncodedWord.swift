import Foundation

/// Encodes header text: plain ASCII stays as it is, other text becomes encoded words (RFC 2047).
enum EncodedWord {
    /// The bytes of an encoded word.
    ///
    /// RFC 2047, section 2, allows lines of 76 characters. 39 bytes take 52 characters of base64, and
    /// `=?UTF-8?B?` and `?=` take 12, which leaves room for the field name before the first word.
    private static let bytesPerWord = 39

    /// Encodes text without control characters.
    ///
    /// Each word is folded onto its own line. A character is never split between two words.
    static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (32...126).contains($0) } && !text.contains("=?")
        // A line has at most 78 characters, including the field name (RFC 5322, section 2.1.1).
        if isPlain, text.utf8.count <= 60 { return text }
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if word.count + bytes.count > bytesPerWord {
                words.append(encodedWord(word))
                word = []
            }
            word += bytes
        }
        words.append(encodedWord(word))
        return words.joined(separator: "\r\n ")
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
    }
}
