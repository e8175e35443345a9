import Foundation
import NIOCore
import People
import Testing

@testable import Site

/// Plain words: short sentences, and pages that people read who know a language at level B1.
@Suite struct PlainLanguageTests {
    private static let languages: [Language] = [.english, .german]
    private static let longestSentence = 20

    /// The least reading ease that means level B1 of the Common European Framework.
    ///
    /// 70 is Flesch's "fairly easy", read in the seventh year of school, which is set beside B1
    /// (englishexpert.de/wp/2025/07/15/readability). German compounds weigh more in Amstad's formula: there 60 is
    /// where a text counts as well understood, by readers of 13 to 15 years (tuwort.net/flesch-wert).
    private static func bound(in language: Language) -> Double { language == .german ? 60 : 70 }

    /// Whether a text is read as a sentence; labels and buttons are not.
    private static func isProse(_ text: String) -> Bool { text.contains(/[.?!][”“»]?$/) }

    /// The messages on a page: those in its HTML, and those that its scripts may use.
    private static func keys(on page: SitePage, of site: AssembledSite) throws -> Set<String> {
        let bytes = try #require(SiteSources.builtIn["\(page.name).html"])
        let html = String(decoding: bytes, as: UTF8.self)
        let written = SiteTexts.keys(in: html)
        let sent = String(buffer: try #require(try site.edition(in: .english).page(page.path)).bytes)
        let words = try #require(
            sent.firstMatch(of: /<script type="application\/json" id="page-words">([^<]*)<\/script>/))
        let tree = try JSONSerialization.jsonObject(with: Data(words.1.utf8)) as? [String: Any]
        return Set(written).union(try #require(tree).keys)
    }

    @Test(arguments: languages)
    func `no sentence has more than twenty words`(language: Language) throws {
        let texts =
            try SiteTexts.messages(language) + SiteTexts.guide(language) + SiteTexts.phrases(language)
        for (key, text) in texts {
            for sentence in Readability.sentences(of: text) {
                let count = Readability.words(of: sentence).count
                #expect(count <= Self.longestSentence, "\(key), \(count) words: \(sentence)")
            }
        }
    }

    @Test(arguments: languages)
    func `every page is read at level B1`(language: Language) throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        let messages = Dictionary(grouping: try SiteTexts.messages(language), by: \.key)
        for page in SitePage.all {
            let texts = try Self.keys(on: page, of: site).flatMap { messages[$0] ?? [] }.map(\.text)
            let measured = Readability(texts.filter(Self.isProse), in: language)
            guard measured.words > 0 else { continue }
            let figures = "\(page.path): \(measured.ease) of \(measured.words) words"
            #expect(measured.ease >= Self.bound(in: language), "\(figures)")
        }
    }

    @Test(arguments: languages)
    func `the guide's answers and the mails are read at level B1`(language: Language) throws {
        for texts in [try SiteTexts.guide(language), try SiteTexts.phrases(language)] {
            let measured = Readability(texts.map(\.text).filter(Self.isProse), in: language)
            #expect(measured.ease >= Self.bound(in: language), "\(measured.ease)")
            #expect(measured.words > 1_000)
        }
    }

    @Test(arguments: Language.allCases)
    func `nothing is shouted`(language: Language) throws {
        let texts = try SiteTexts.messages(language) + SiteTexts.guide(language)
        // The diary congratulates after a long time without symptoms, as its users wished.
        for (key, text) in texts where key != "lookback.last.long" {
            #expect(!text.contains("!"), "\(key): \(text)")
        }
    }

    @Test(arguments: [
        (Language.english, "made", 1), (.english, "asked", 1), (.english, "needed", 2),
        (.english, "places", 2),
        (.english, "table", 2), (.english, "allergen", 3), (.english, "the", 1), (.english, "people", 2),
        (.german, "Birke", 2), (.german, "Beschwerden", 3), (.german, "heute", 2), (.german, "Häuser", 2),
        (.german, "Benachrichtigung", 5), (.german, "Pollen", 2), (.german, "Rückblick", 2),
    ])
    func `syllables are counted as one speaks them`(language: Language, word: String, count: Int) {
        #expect(Readability.syllables(in: word[...], of: language) == count)
    }

    @Test func `the formulas agree with sums by hand`() {
        // 6 words with 6 syllables, and 4 words with 8.
        let english = Readability(["The cat sat on the mat."], in: .english)
        #expect(abs(english.ease - 116.145) < 0.001)
        let german = Readability(["Heute fliegen viele Pollen."], in: .german)
        #expect(abs(german.ease - 59) < 0.001)
        let two = Readability(["At 2.5 it ends. “Is it high?” {name} asks."], in: .english)
        #expect(two.sentences == 3 && two.words == 9)
    }
}
