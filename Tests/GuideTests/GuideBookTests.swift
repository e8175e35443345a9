import Foundation
import NIOCore
import People
import SampleTesting
import Storage
import Testing

@testable import Guide
@testable import Site

/// The guide: its texts, and what it finds for questions as people type them.
@Suite struct GuideBookTests {
    /// A question with the entry that comes first; `nil` where nothing fits.
    struct Vector: Decodable {
        let language: Language
        let question: String
        let first: String?
    }

    private static func vectors() throws -> [Vector] {
        let file = repository.appending(path: "Tests/SampleTesting/Scripts/guide_vectors.json")
        return try JSONDecoder().decode([Vector].self, from: try Data(contentsOf: file))
    }

    @Test func `questions as people type them find their answer, and signs of an emergency always`() throws {
        let books = try GuideBook.all()
        let indexes = try books.mapValues { try GuideIndex($0) }
        let vectors = try Self.vectors()
        var missed: [String] = []
        for vector in vectors {
            let book = try #require(books[vector.language])
            let question = GuideQuestion(vector.question)
            let first =
                try book.first(for: question).first?.id
                ?? indexes[vector.language]?.entries(for: question).first
            if first != vector.first {
                missed.append("\(vector.language): \(vector.question): \(first ?? "none")")
                let isUrgent = ["signs", "dose", "worry"].contains(vector.first)
                #expect(!isUrgent, "\(vector.question)")
            }
        }
        print("\(vectors.count - missed.count) of \(vectors.count) questions find their answer")
        #expect(vectors.count >= 60 && 10 * missed.count <= vectors.count, "\(missed)")
    }

    @Test(arguments: Language.allCases)
    func `every language answers the same questions, in short texts with existing pages`(
        language: Language
    ) throws {
        let books = try GuideBook.all()
        let (english, book) = (try #require(books[.english]), try #require(books[language]))
        #expect(book.entries.map(\.id) == english.entries.map(\.id))
        #expect(Set(book.entries.map(\.id)).count == book.entries.count && book.entries.count >= 40)
        for entry in book.entries {
            #expect(
                !entry.question.isEmpty && !entry.words.isEmpty && entry.answer.count <= 560, "\(entry.id)")
        }
        for (one, other) in zip(book.entries, english.entries) {
            #expect(one.triggers.isEmpty == other.triggers.isEmpty && one.links.count == other.links.count)
            #expect((one.source == nil) == (other.source == nil))
        }
        #expect(book.entries.first?.isRedFlag == true && !book.edition.isEmpty)
    }

    @Suite(.alone) struct PromptnessTests {
        @Test(arguments: Language.allCases)
        func `a question is answered within 20 ms`(language: Language) throws {
            let index = try GuideIndex(try #require(try GuideBook.all()[language]))
            let questions = try GuideBookTests.vectors().filter { $0.language == language }.map(\.question)
            for question in questions { _ = try index.entries(for: GuideQuestion(question)) }
            let spent = try ContinuousClock().measure {
                for question in questions { _ = try index.entries(for: GuideQuestion(question)) }
            }
            #expect(spent / questions.count < .milliseconds(20), "\(spent / questions.count)")
        }
    }

    @Test func `nothing is found for words that say nothing, and SQL in a question is only words`() throws {
        let index = try GuideIndex(try #require(try GuideBook.all()[.english]))
        for question in ["", "?", "how do I", "\"'; -- ((*"] {
            #expect(try index.entries(for: GuideQuestion(question)) == [], "\(question)")
        }
        for question in [
            "'; DROP TABLE guideText; --x", "\" OR NEAR(*", "pollen NOT", "NEAR(pollen birch, 2)",
        ] {
            _ = try index.entries(for: GuideQuestion(question))
        }
        #expect(try index.entries(for: GuideQuestion("pollen")).isEmpty == false)
    }

    @Test func `the page holds every question and answer without a script`() throws {
        let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: [])
        for (language, book) in try GuideBook.all() {
            let page = String(buffer: try #require(try site.edition(in: language).page("/guide")).bytes)
            for entry in book.entries {
                #expect(page.contains(#"id="\#(entry.id)""#), "\(entry.id)")
                #expect(page.contains(SiteAssembly.escaped(entry.answer)), "\(entry.id)")
                for link in entry.links { #expect(page.contains(#"href="\#(link.page)""#)) }
            }
        }
        #expect(site.files.keys.allSatisfy { !$0.hasPrefix("guide/") && $0 != "guide.json" })
    }

    @Test func `an operator's medical answers take the place of those that are built in`() throws {
        let folder = try TemporaryFolder()
        for language in Language.allCases {
            let name = "\(language.rawValue).json"
            let file = repository.appending(path: "Sources/Web/Site/Pages/medical/\(name)")
            var words = try JSONDecoder().decode([String: String].self, from: try Data(contentsOf: file))
            words["help.guide.dose.answer"] = "Reviewed in \(language.rawValue)."
            try JSONEncoder().encode(words).write(to: folder.url.appending(path: name))
        }
        let book = try #require(try GuideBook.all(try MedicalWords(in: folder.url))[.french])
        #expect(book.entries.first { $0.id == "dose" }?.answer == "Reviewed in fr.")
    }
}
