import Foundation
import People
import Testing

/// One word for one idea, in each language: the glossary beside the pages, held by all texts.
@Suite struct GlossaryTests {
    /// How a language says an idea.
    private struct Usage: Decodable {
        /// The word that is used.
        let term: String
        /// Regular expressions for words that are not used for it.
        let never: [String]
        /// Keys of messages that may have such a word in another sense, such as a name in somebody else's menu.
        let except: [String]?
    }

    private static let file = "Sources/Web/Site/glossary.json"

    private static func ideas(_ language: Language) throws -> [(name: String, usage: Usage)] {
        let ideas = try #require(try SiteTexts.object(file)["ideas"] as? [String: [String: Any]])
        return try ideas.map { name, idea in
            let usage = try #require(idea[language.rawValue], "\(name) in \(language)")
            let data = try JSONSerialization.data(withJSONObject: usage)
            return (name, try JSONDecoder().decode(Usage.self, from: data))
        }
    }

    /// Every text of a language, with placeholders masked that are not words: `{value}` stays, as patterns name it.
    private static func texts(_ language: Language) throws -> [SiteTexts.Text] {
        let all =
            try SiteTexts.messages(language) + SiteTexts.guide(language) + SiteTexts.phrases(language)
            + SiteTexts.articles(language) + SiteTexts.facts(language)
        return all.map { ($0.key, $0.text.replacing(/\{(?!value\})\w+\}/, with: "_")) }
    }

    /// The first line that has a word of a pattern; searching all lines as one text is ten times faster.
    private static func line(with pattern: String, of lines: String) -> Substring? {
        let word = #"(?<!\w)(?:\#(pattern))(?!\w)"#
        let range = lines.range(of: word, options: [.regularExpression, .caseInsensitive])
        return range.map { lines[lines.lineRange(for: $0)] }
    }

    @Test(arguments: Language.allCases)
    func `no text says an idea with another word than the glossary's`(language: Language) throws {
        let texts = try Self.texts(language)
        #expect(texts.count > 2_000)
        for (name, usage) in try Self.ideas(language) {
            #expect(!usage.never.isEmpty, "\(name)")
            let exceptions = Set(usage.except ?? [])
            let lines = texts.filter { !exceptions.contains($0.key) }.map(\.text).joined(separator: "\n")
            for pattern in usage.never {
                #expect(Self.line(with: pattern, of: usage.term) == nil, "\(name): \(pattern)")
                let found = Self.line(with: pattern, of: lines)
                #expect(found == nil, "\(usage.term), not \(pattern)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `the articles and what is said of allergens are among the texts`(language: Language) throws {
        #expect(try SiteTexts.articles(language).count >= 15)
        #expect(try SiteTexts.facts(language).count >= 20)
    }

    @Test(arguments: Language.allCases)
    func `every word of the glossary is in use, and every exception is needed`(language: Language) throws {
        let texts = try Self.texts(language)
        for (name, usage) in try Self.ideas(language) {
            let isUsed = texts.contains { $0.text.range(of: usage.term, options: .caseInsensitive) != nil }
            #expect(isUsed, "\(name): \(usage.term)")
            for key in usage.except ?? [] {
                let isNeeded = texts.contains { text in
                    text.key == key && usage.never.contains { Self.line(with: $0, of: text.text) != nil }
                }
                #expect(isNeeded, "\(name): \(key)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `the levels have exactly the names of the glossary`(language: Language) throws {
        let levels = try #require(try SiteTexts.object(Self.file)["levels"] as? [String: [String: String]])
        let told = try SiteTexts.messages(language).filter { $0.key.hasPrefix("level.") }
        #expect(Set(told.map(\.key)) == Set(levels.keys.map { "level.\($0)" }))
        for (key, text) in told {
            #expect(levels[String(key.dropFirst("level.".count))]?[language.rawValue] == text, "\(key)")
        }
    }

    @Test func `a word is found by itself, and not within another or with what the pattern leaves out`() {
        let pattern = "warnings?(?! signs?)"
        #expect(Self.line(with: pattern, of: "Fine.\nA Warning, and more.\n") == "A Warning, and more.\n")
        #expect(Self.line(with: pattern, of: "Warning signs of a reaction.\nForewarnings") == nil)
        #expect(Self.line(with: #"höchstens \{value\}"#, of: "höchstens {value}, hoch") != nil)
    }
}
