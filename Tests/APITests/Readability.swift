import People

/// How easily a text is read, by the lengths of its sentences and words.
///
/// - English: the reading ease of R. Flesch, "A new readability yardstick", Journal of Applied Psychology 32 (1948),
///   221–233: 206.835 − 1.015 · words per sentence − 84.6 · syllables per word.
/// - German: its adaptation by T. Amstad, "Wie verständlich sind unsere Zeitungen?" (thesis, Zürich 1978):
///   180 − words per sentence − 58.5 · syllables per word.
///
/// Both run from 0 for hard to 100 for very easy.
struct Readability {
    private(set) var sentences = 0
    private(set) var words = 0
    private(set) var syllables = 0
    let language: Language

    init(_ texts: [String] = [], in language: Language) {
        self.language = language
        for text in texts {
            for sentence in Self.sentences(of: text) {
                let words = Self.words(of: sentence)
                sentences += 1
                self.words += words.count
                syllables += words.reduce(0) { $0 + Self.syllables(in: $1, of: language) }
            }
        }
    }

    var ease: Double {
        let length = Double(words) / Double(sentences)
        let weight = Double(syllables) / Double(words)
        return language == .german
            ? 180 - length - 58.5 * weight : 206.835 - 1.015 * length - 84.6 * weight
    }

    /// The sentences of a text; a placeholder counts as a word, and points within numbers and addresses end nothing.
    static func sentences(of text: String) -> [String] {
        let whole = text.replacing(placeholder, with: "x").replacing(innerPoint) { "\($0.1)" }
        return whole.split(separator: end).map(String.init).filter { !words(of: $0).isEmpty }
    }

    nonisolated(unsafe) private static let placeholder = /\{\w+\}/
    nonisolated(unsafe) private static let innerPoint = /(\w)[.,](?=\w)/
    nonisolated(unsafe) private static let end = /[.?!…][”“»]?(?:\s+|$)/

    /// The words of a sentence: letters and digits, with hyphens and apostrophes within.
    static func words(of sentence: String) -> [Substring] { sentence.matches(of: word).map(\.output) }

    nonisolated(unsafe) private static let word = /[\p{L}\p{N}µ%²³\u{AD}]+(?:[-’][\p{L}\p{N}]+)*/

    /// The syllables of a word, estimated from its groups of vowels; at least one.
    static func syllables(in word: Substring, of language: Language) -> Int {
        let word = word.lowercased()
        guard language != .german else { return max(1, word.matches(of: germanVowels).count) }
        let silent = silentEnds.count { ends in ends.contains { word.contains($0) } }
        return max(1, word.matches(of: vowels).count - silent)
    }

    nonisolated(unsafe) private static let germanVowels = /aa|ee|oo|ie|ei|ai|au|eu|äu|[aeiouyäöüé]/
    nonisolated(unsafe) private static let vowels = /[aeiouyé]+/
    /// What is written at the end of an English word and not spoken: "made", "asked", "places" has its own.
    ///
    /// A word has at most one of each group.
    nonisolated(unsafe) private static let silentEnds = [
        [/[^aeiouyl]e$/, /[aeiouy]le$/], [/[^aeiouydt]ed$/], [/[^aeiouycgsxzh]es$/, /[^aeiouycs]hes$/],
    ]
}
