package import Foundation
package import People

/// The sentences about signs of an emergency, in five languages.
///
/// They lie in a file of their own for each language, so that a clinician can review them, and an operator can
/// replace them by files of the same names.
package struct MedicalWords: Sendable {
    /// The sentences that are built in.
    package static let builtIn = MedicalWords(known)

    static let folder = "medical/"
    /// The most characters of a sentence.
    private static let longest = 1_000

    private let words: [Language: [String: String]]

    private init(_ words: [Language: [String: String]]) { self.words = words }

    /// Reads the sentences of an operator.
    ///
    /// - Parameter folder: Where `en.json` and the files of the other languages are, each with the keys of the
    ///   built-in one.
    /// - Throws: ``SiteMistake`` that names the file and what is wrong in it.
    package init(in folder: URL) throws(SiteMistake) {
        var words: [Language: [String: String]] = [:]
        for language in Language.allCases {
            let name = "\(language.rawValue).json"
            guard let bytes = try? Data(contentsOf: folder.appending(path: name)),
                let read = try? JSONDecoder().decode([String: String].self, from: bytes)
            else { throw SiteMistake(file: name, problem: "is missing, or no JSON object of texts") }
            let expected = Set(Self.known[language, default: [:]].keys)
            if let key = expected.symmetricDifference(read.keys).min() {
                throw SiteMistake(
                    file: name, problem: expected.contains(key) ? "\(key) is missing" : "there is no \(key)")
            }
            if let (key, _) = read.first(where: { !(1...Self.longest).contains($0.value.count) }) {
                throw SiteMistake(file: name, problem: "\(key) has 1 to \(Self.longest) characters")
            }
            words[language] = read
        }
        self.words = words
    }

    /// A sentence with its values filled in.
    package func text(_ key: String, in language: Language, _ values: [String: String] = [:]) -> String {
        guard let text = words[language]?[key] else { preconditionFailure("there is no sentence \(key)") }
        return text.filling(values)
    }

    private static let known: [Language: [String: String]] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            let bytes = EmbeddedFiles["Pages/\(folder)\(language.rawValue).json"]
            guard let words = try? JSONDecoder().decode([String: String].self, from: Data(bytes))
            else { preconditionFailure("every language has its sentences") }
            return (language, words)
        })

    /// The sources of a site with these sentences among the messages of each language.
    func joined(to sources: [String: [UInt8]]) throws(SiteMistake) -> [String: [UInt8]] {
        var joined = sources.filter { !$0.key.hasPrefix(Self.folder) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (language, words) in words {
            let name = "messages/\(language.rawValue).json"
            guard let bytes = sources[name],
                let messages = try? JSONDecoder().decode([String: PageMessage].self, from: Data(bytes)),
                let whole = try? encoder.encode(messages.merging(words.mapValues(PageMessage.text)) { $1 })
            else { throw SiteMistake(file: name, problem: "is missing, or no JSON object") }
            joined[name] = [UInt8](whole)
        }
        return joined
    }
}

/// A message of a page: a text, or a form for each kind of number.
///
/// `JSONSerialization` takes ten times as long, most of it to sort the keys.
private enum PageMessage: Codable {
    case text(String)
    case forms([String: String])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .forms(try container.decode([String: String].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .forms(let forms): try container.encode(forms)
        }
    }
}
