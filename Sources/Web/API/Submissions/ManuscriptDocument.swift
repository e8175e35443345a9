import Allergens
import Articles
import Authoring
import Foundation
import HTTP
import Markdown
import People

/// What an expert has written, as it is sent and read; it may lack parts.
struct ManuscriptDocument: StrictDocument, Encodable {
    static let members: Set = ["texts", "keywords", "sources", "reviewAgain", "byline", "keepsByline"]

    struct Text: Codable {
        let language: String
        let title: String
        let summary: String
        let body: String
        let alternative: String?
    }

    struct Source: Codable {
        let title: String
        let publisher: String
        let url: String
        let date: String?
    }

    let texts: [Text]
    let keywords: [String]
    let sources: [Source]
    let reviewAgain: String?
    let byline: String?
    let keepsByline: Bool?

    init(_ manuscript: Manuscript) {
        texts = manuscript.texts.map {
            Text(
                language: $0.language.rawValue, title: $0.title, summary: $0.summary, body: $0.body,
                alternative: $0.alternative)
        }
        keywords = manuscript.keywords
        sources = manuscript.sources.map {
            Source(title: $0.title, publisher: $0.publisher, url: $0.url, date: $0.date)
        }
        reviewAgain = manuscript.reviewAgain?.description
        (byline, keepsByline) = (manuscript.byline, manuscript.keepsByline)
    }

    /// What was written, if no part of it is longer than it may be.
    ///
    /// - Parameter known: The identifiers of subjects.
    /// - Returns: The manuscript.
    /// - Throws: One ``Problem`` that names every mistake with its place.
    func checked(against known: Set<String>) throws -> Manuscript {
        var mistakes = Mistakes(.invalidArticle)
        let texts = texts.enumerated().compactMap { place, text in
            text.checked(at: "/texts/\(place)", &mistakes)
        }
        for (place, text) in texts.enumerated()
        where texts[..<place].contains(where: { $0.language == text.language }) {
            mistakes.note("/texts/\(place)/language", "There is another text in this language.")
        }
        check(keywords, against: known, &mistakes)
        mistakes.count(sources.count, upTo: Manuscript.mostSources, at: "/sources")
        for (place, source) in sources.enumerated() { source.check(at: "/sources/\(place)", &mistakes) }
        let reviewAgain = mistakes.day(reviewAgain, at: "/reviewAgain")
        mistakes.text(byline ?? "", within: 0...Manuscript.longestByline, at: "/byline")
        try mistakes.check()
        return Manuscript(
            texts: texts, keywords: keywords,
            sources: sources.map {
                ManuscriptSource(
                    title: $0.title, publisher: $0.publisher, url: $0.url, date: $0.date?.nonEmpty)
            },
            reviewAgain: reviewAgain, byline: (byline ?? "").trimmingCharacters(in: .whitespaces),
            keepsByline: keepsByline ?? false)
    }

    private func check(_ keywords: [String], against known: Set<String>, _ mistakes: inout Mistakes) {
        mistakes.count(keywords.count, upTo: Manuscript.mostKeywords, at: "/keywords")
        for (place, keyword) in keywords.enumerated() {
            if !known.contains(keyword) {
                mistakes.note("/keywords/\(place)", "No subject has this identifier.")
            } else if keywords[..<place].contains(keyword) {
                mistakes.note("/keywords/\(place)", "The subject is named twice.")
            }
        }
    }
}

extension ManuscriptDocument.Text {
    fileprivate func checked(at pointer: String, _ mistakes: inout Mistakes) -> ManuscriptText? {
        let language = mistakes.word(language, at: "\(pointer)/language", as: Language.self)
        mistakes.text(title, within: 0...ArticleText.longestTitle, at: "\(pointer)/title")
        mistakes.text(summary, within: 0...ArticleText.longestSummary, at: "\(pointer)/summary")
        mistakes.text(
            alternative ?? "", within: 0...ManuscriptText.longestAlternative, at: "\(pointer)/alternative")
        do {
            _ = try MarkdownDocument(body)
        } catch {
            mistakes.note("\(pointer)/body", error.sentence(on: body))
        }
        guard let language else { return nil }
        return ManuscriptText(
            language: language, title: title, summary: summary, body: body, alternative: alternative ?? "")
    }
}

extension ManuscriptDocument.Source {
    fileprivate func check(at pointer: String, _ mistakes: inout Mistakes) {
        mistakes.text(title, within: 0...ManuscriptSource.longestName, at: "\(pointer)/title")
        mistakes.text(publisher, within: 0...ManuscriptSource.longestName, at: "\(pointer)/publisher")
        mistakes.text(url, within: 0...ManuscriptSource.longestAddress, at: "\(pointer)/url")
        // A year and a month are days with their ends left out.
        guard let date = date?.nonEmpty,
            !["", "-01", "-01-01"].contains(where: { CivilDate(date + $0) != nil })
        else { return }
        mistakes.note("\(pointer)/date", "A date is YYYY, YYYY-MM or YYYY-MM-DD, from 1870 to 2199.")
    }
}

extension MarkdownMistake {
    fileprivate func sentence(on body: String) -> String {
        switch self {
        case .size:
            let (size, largest) = (body.utf8.count, MarkdownDocument.largest)
            let line = String(decoding: body.utf8.prefix(largest), as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).count
            return "The body has \(size) bytes; the limit of \(largest) is reached in line \(line)."
        case .depth:
            return "Lists, quotations or emphasis lie inside of one another more than "
                + "\(MarkdownDocument.deepest) times."
        }
    }
}

extension Mistakes {
    fileprivate mutating func count(_ count: Int, upTo limit: Int, at pointer: String) {
        if count > limit { note(pointer, "There are \(count) entries; the limit is \(limit).") }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
