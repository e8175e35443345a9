import Foundation
import Testing

@testable import Studies

/// What people can agree to, and take part without.
@Suite struct StudyOptionTests {
    private let content = StudyContent(
        title: ["en": "Hay fever", "de": "Heuschnupfen"], purpose: ["en": "To learn", "de": "Um zu lernen"],
        contact: ["en": "Dr. Weber", "de": "Dr. Weber"], consent: ["en": "I agree", "de": "Ja"],
        options: [["en": "Use them later.", "de": "Auch später."]])

    private func counts(_ agreed: Int, of people: Int, k: Int = 5) -> Int? {
        let choices = (0..<people).map { [$0 < agreed] }
        return StudyOptionCount.count(content.options, of: 1, in: choices, k: k)[0].agreed
    }

    @Test func `a number is told if it is about nobody or k people, on both sides`() {
        #expect(counts(5, of: 10) == 5 && counts(0, of: 5) == 0 && counts(9, of: 9) == 9)
        #expect(counts(4, of: 20) == nil && counts(16, of: 20) == nil)
        #expect(counts(1, of: 1) == nil && counts(0, of: 4) == nil)
        #expect(counts(10, of: 20, k: 11) == nil)
    }

    @Test func `who chose nothing did not agree`() {
        let choices = Array(repeating: [Bool](), count: 6) + Array(repeating: [true], count: 6)
        #expect(StudyOptionCount.count(content.options, of: 1, in: choices, k: 5).map(\.agreed) == [6])
    }

    @Test func `words of optional points are needed in each language of the title`() {
        #expect(content.missing == [.form])
        var other = content
        other.options[0]["de"] = nil
        #expect(other.missing == [.consent, .form])
    }

    @Test func `what was published before there were optional points is read as it was`() throws {
        var plain = content
        plain.options = []
        let json = try JSONEncoder().encode(plain)
        #expect(!String(decoding: json, as: UTF8.self).contains("optional"))
        #expect(try JSONDecoder().decode(StudyContent.self, from: json) == plain)
        #expect(try JSONDecoder().decode(StudyContent.self, from: JSONEncoder().encode(content)) == content)
    }
}
