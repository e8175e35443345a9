import Foundation

/// Text of a header field: as it is when that is plain ASCII, and as encoded words otherwise (RFC 2047).
enum EncodedWord {
    /// RFC 2047, section 2, allows lines of 76 characters: 39 bytes are 52 characters of base64, `=?UTF-8?B?` and `?=` are
    /// 12, and the name of the field has room before the first word.
    private static let bytesPerWord = 39

    /// Encodes text that has no control characters.
    ///
    /// Words are folded onto lines of their own; a character is never divided between two.
    static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (32...126).contains($0) } && !text.contains("=?")
        // A line has 78 characters with the name of the field (RFC 5322, section 2.1.1).
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
