import Allergens
import Foundation
import Papers
import People
import SampleTesting
import Studies
import Testing

/// A consent as a document, as another implementation of PDF reads it.
@Suite struct ConsentPaperTests {
    private static let given = Date(timeIntervalSince1970: 1_776_155_400)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ file: [UInt8], with tool: String, _ arguments: [String]) async throws -> String {
        let document = folder.url.appending(path: "consent.pdf")
        try Data(file).write(to: document)
        let (status, text) = try await ChildProcess.run(
            URL(filePath: "/usr/bin/\(tool)"), arguments.map { $0 == "FILE" ? document.path : $0 })
        #expect(status == 0 && !text.contains("Error"), "\(text)")
        return text
    }

    private func text(_ file: [UInt8]) async throws -> String {
        try await read(file, with: "pdftotext", ["-layout", "FILE", "-"])
    }

    private func consent(
        _ mode: Study.Mode = .linked, text: String = "Ich habe es gelesen.",
        points: [String] = ["Ja.", "Auch."], options: [GivenConsent.Option] = [],
        name: String? = "Anna Meier", signature: String? = "M20 20L90 60M100 10L120 90"
    ) throws -> GivenConsent {
        let days = CivilDate("2026-01-01")!...CivilDate("2026-12-31")!
        let settings = try #require(StudySettings(mode: mode, k: 5, target: nil, days: days))
        let agreement = StudyAgreement(version: 3, language: "de", name: name, signature: signature)
        return GivenConsent(
            title: "Heuschnupfen", purpose: "Um zu lernen.", contact: "Dr. Weber", ethics: "2026-00123",
            consent: text, points: points, options: options, settings: settings,
            given: StudyConsent(agreement, given: Self.given))
    }

    private func file(_ consent: GivenConsent, in language: Language = .german) throws -> [UInt8] {
        try ConsentPaper(consent, in: language).file(at: Self.given)
    }

    @Test func `a paper has all that was read and signed, in the language in which it was read`() async throws
    {
        let text = try await text(try file(try consent()))
        for words in [
            "Einwilligung", "Heuschnupfen", "Um zu lernen.", "Dr. Weber", "2026-00123", "Version 3",
            "Ich habe es gelesen.", "Ja.", "Auch.", "Anna Meier", "14. April 2026, 08:30 UTC",
            "Seite 1 von 1",
        ] { #expect(text.contains(words), "\(words) is missing: \(text)") }
        #expect(text.matches(of: /☑/).count == 2)
    }

    @Test func `what nobody has to agree to is marked as it was chosen`() async throws {
        let options = [("Später.", true), ("Schreiben.", false)].map {
            GivenConsent.Option(words: $0.0, isAgreed: $0.1)
        }
        let text = try await text(try file(try consent(options: options)))
        #expect(text.contains(/☑\s*Später/) && text.contains(/☐\s*Schreiben/), "\(text)")
        #expect(try await !self.text(try file(try consent())).contains("☐"))
    }

    @Test(arguments: Study.Mode.allCases)
    func `each mode says what happens to answers`(mode: Study.Mode) async throws {
        let text = try await text(try file(try consent(mode), in: .english))
        #expect(text.contains("instead of your name") == (mode == .linked))
        #expect(text.contains("belong to no one") == (mode == .unlinked))
    }

    @Test func `a long text goes on on further pages, which are all counted`() async throws {
        let words = (1...4_000).map { "Wort\($0)" }.joined(separator: " ")
        let text = try await text(try file(try consent(text: words)))
        #expect(text.contains("Wort1 ") && text.contains("Wort4000"))
        let count = text.matches(of: /Seite \d+ von (\d+)/).compactMap { Int($0.1) }
        #expect(count.count > 2 && Set(count) == [count.count])
    }

    @Test func `a consent without a name and a signature says so`() async throws {
        let text = try await text(try file(try consent(points: [], name: nil, signature: nil), in: .english))
        #expect(text.matches(of: /not given/).count == 2 && !text.contains("each of these points"))
    }

    @Test func `a signature is drawn as lines`() async throws {
        let picture = try await read(try file(try consent()), with: "pdftocairo", ["-svg", "FILE", "-"])
        let bare = try await read(
            try file(try consent(signature: nil)), with: "pdftocairo", ["-svg", "FILE", "-"])
        let strokes = { (text: String) in text.matches(of: /stroke-linecap(:|=")round/).count }
        // Two strokes, and the line under them.
        #expect(strokes(picture) == strokes(bare) + 3)
    }
}
