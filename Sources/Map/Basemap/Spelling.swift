import Foundation

/// Normalises names for comparison: words of lower-case letters without diacritics, separated by one space.
enum Spelling {
    /// Letters that do not decompose into a plain letter and a mark, with their usual plain spellings.
    private static let plain: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]

    /// Letters that German, and its northern neighbours, also spell with two letters.
    private static let double: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"]

    /// A name without diacritics: `Zürich` becomes `zurich`.
    static func folded(_ name: String) -> String { words(of: name.lowercased()) }

    /// All spellings under which a name is found: `Zürich` becomes `zurich` and `zuerich`.
    static func all(of name: String) -> Set<String> {
        let small = name.lowercased().precomposedStringWithCanonicalMapping
        let long = small.reduce(into: "") { text, letter in text += double[letter] ?? String(letter) }
        return Set([words(of: small), words(of: long)].filter { !$0.isEmpty })
    }

    private static func words(of small: String) -> String {
        let simple = small.precomposedStringWithCanonicalMapping.reduce(into: "") { text, letter in
            text += plain[letter] ?? String(letter)
        }
        let letters = simple.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(letters))
            .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// Whether a name is in Latin letters and is not an airport code.
    static func isLatin(_ name: String) -> Bool {
        guard name.count > 3 || name != name.uppercased() else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            // Latin with its extensions, combining marks, and punctuation.
            !scalar.properties.isAlphabetic || scalar.value < 0x250
                || (0x1E00...0x1EFF).contains(scalar.value)
        }
    }
}
