package import Allergens
package import Authoring
import Foundation
import Markdown

/// What a manuscript still lacks before it can be submitted: what articles that come with the program are held to,
/// too.
package struct ManuscriptReview {
    /// A mistake at a place of the manuscript, as a JSON pointer (RFC 6901).
    package struct Finding: Hashable, Sendable {
        package let pointer: String
        package let problem: String
    }

    package private(set) var findings: [Finding] = []
    private let sources: Int
    private let hasPicture: Bool

    /// Looks at a manuscript.
    ///
    /// - Parameters:
    ///   - manuscript: What was written; its parts are not too long.
    ///   - hasPicture: Whether a picture belongs to it.
    ///   - today: The day on which it is reviewed.
    package init(of manuscript: Manuscript, hasPicture: Bool, on today: CivilDate) {
        sources = manuscript.sources.count
        self.hasPicture = hasPicture
        if manuscript.texts.isEmpty { note("/texts", "An article has a text in at least one language.") }
        for (place, text) in manuscript.texts.enumerated() { read(text, at: "/texts/\(place)") }
        if manuscript.keywords.isEmpty { note("/keywords", "An article has at least one subject.") }
        if sources == 0 { note("/sources", "An article rests on at least one source.") }
        for (place, source) in manuscript.sources.enumerated() { read(source, at: "/sources/\(place)") }
        read(manuscript.reviewAgain, today)
    }

    private mutating func note(_ pointer: String, _ problem: String) {
        findings.append(Finding(pointer: pointer, problem: problem))
    }

    private mutating func read(_ text: ManuscriptText, at pointer: String) {
        if text.title.isBlank { note("\(pointer)/title", "A title is needed.") }
        if text.summary.isBlank { note("\(pointer)/summary", "A sentence under the title is needed.") }
        if hasPicture, text.alternative.isBlank {
            note("\(pointer)/alternative", "Say what the picture shows, for those who do not see it.")
        }
        guard let body = try? MarkdownDocument(text.body), !body.plainText.isBlank
        else { return note("\(pointer)/body", "A body of words is needed.") }
        let numbers = body.plainText.matches(of: /\[(\d+)\]/).compactMap { Int($0.output.1) ?? 0 }
        for number in Set(numbers).sorted() where number < 1 || number > sources {
            note("\(pointer)/body", "[\(number)] refers to no source; there are \(sources).")
        }
    }

    private mutating func read(_ source: ManuscriptSource, at pointer: String) {
        if source.title.isBlank { note("\(pointer)/title", "A source has a title.") }
        if source.publisher.isBlank { note("\(pointer)/publisher", "A source has a publisher.") }
        guard case .site = MarkdownLink(source.url)
        else { return note("\(pointer)/url", "A source has an address that begins with https.") }
    }

    private mutating func read(_ reviewAgain: CivilDate?, _ today: CivilDate) {
        guard let reviewAgain
        else { return note("/reviewAgain", "Say by when the article is to be reviewed again.") }
        guard reviewAgain > today else { return note("/reviewAgain", "The day of the next review is past.") }
        if reviewAgain > today.adding(days: Manuscript.longestReview) {
            note("/reviewAgain", "The next review is at most three years away.")
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
