import Foundation

/// Names as they are compared: words of small letters without marks, with one space between them.
enum Spelling {
    /// Letters that are no plain letter with a mark, by how people write them without.
    private static let plain: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]

    /// Letters for which German, and its neighbours in the north, write two.
    private static let double: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"]

    /// A name without the marks of its letters: `Zürich` is `zurich`.
    static func folded(_ name: String) -> String { words(of: name.lowercased()) }

    /// All spellings of a name that are found: `Zürich` is `zurich` and `zuerich`.
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

    /// Whether a name is one in Latin letters, and no code of an airport.
    static func isLatin(_ name: String) -> Bool {
        guard name.count > 3 || name != name.uppercased() else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            // Latin with its extensions, marks that combine, and punctuation.
            !scalar.properties.isAlphabetic || scalar.value < 0x250
                || (0x1E00...0x1EFF).contains(scalar.value)
        }
    }
}
