import Foundation

/// A question as words that can be compared: small letters without diacritics.
package struct GuideQuestion: Hashable, Sendable {
    /// Each word once, in the order of the question, without the product's name.
    package let words: [String]

    package init(_ text: String) {
        var words: [String] = []
        for word in Self.words(of: text) {
            // The product's name is no question about breathing.
            if word == "easy", words.last == "breathe" {
                words.removeLast()
            } else {
                words.append(word)
            }
        }
        var known: Set<String> = []
        self.words = words.filter { known.insert($0).inserted }
    }

    /// The words of a text.
    ///
    /// `guide-words.js` does the same in browsers.
    package static func words(of text: String) -> [String] {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
            .filter { !isMark($0) }
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in plain {
            switch scalar {
            case "ß": word.append(contentsOf: "ss".unicodeScalars)
            case "œ": word.append(contentsOf: "oe".unicodeScalars)
            case "æ": word.append(contentsOf: "ae".unicodeScalars)
            case _ where isLetterOrNumber(scalar): word.append(scalar)
            default:
                if !word.isEmpty { words.append(String(word)) }
                word = String.UnicodeScalarView()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isLetterOrNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}

/// Words that must all be in a question.
package struct GuideTrigger: Hashable, Sendable {
    private struct Part: Hashable {
        let word: String
        /// Whether it is only the beginning of a word.
        let isStem: Bool
    }

    /// As it was written.
    package let text: String
    private let parts: [Part]

    /// Reads triggers with commas between, such as `swollen tongue, faint*`; an asterisk stands for any ending.
    package static func list(_ text: String) -> [GuideTrigger] {
        text.split(separator: ",").map(String.init).compactMap(GuideTrigger.init)
    }

    private init?(_ text: String) {
        self.text = text
        parts = text.split(separator: " ").flatMap { piece in
            GuideQuestion.words(of: String(piece)).map { Part(word: $0, isStem: piece.hasSuffix("*")) }
        }
        guard !parts.isEmpty else { return nil }
    }

    /// Whether a question has all of its words, with or without a typing mistake.
    func isMet(by question: GuideQuestion) -> Bool {
        parts.allSatisfy { part in
            question.words.contains {
                part.isStem
                    ? WordCloseness.begins($0, with: part.word)
                    : WordCloseness.isMistyped($0, for: part.word)
            }
        }
    }
}
