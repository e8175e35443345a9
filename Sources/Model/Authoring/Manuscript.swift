package import Allergens
package import People

/// What an expert has written so far: it may lack parts, but no part is longer than it may be.
package struct Manuscript: Sendable, Hashable, Codable {
    /// The texts, each in a language of its own.
    package var texts: [ManuscriptText]
    /// The identifiers of its subjects.
    package var keywords: [String]
    /// What it rests on; a reference `[2]` in a text means the second.
    package var sources: [ManuscriptSource]
    /// The last day on which the article is recent enough without another review.
    package var reviewAgain: CivilDate?
    /// The name under which the article is published; nothing for an article without a name.
    package var byline: String
    /// Whether the name stays with the article when the author's account is deleted.
    package var keepsByline: Bool

    package init(
        texts: [ManuscriptText] = [], keywords: [String] = [], sources: [ManuscriptSource] = [],
        reviewAgain: CivilDate? = nil, byline: String = "", keepsByline: Bool = false
    ) {
        (self.texts, self.keywords, self.sources) = (texts, keywords, sources)
        (self.reviewAgain, self.byline, self.keepsByline) = (reviewAgain, byline, keepsByline)
    }

    /// The most sources: references are written with two digits.
    package static let mostSources = 99
    /// The most subjects: an article on everything is found by nobody.
    package static let mostKeywords = 5
    /// The most characters of the name under which an article is published.
    package static let longestByline = 80
    /// The most days from a review to the next: medical advice of three years ago is old.
    package static let longestReview = 3 * 366

    /// The title that names the article: the English one, or else the first.
    package var title: String {
        (texts.first { $0.language == .english && !$0.title.isEmpty } ?? texts.first)?.title ?? ""
    }
}

/// The text of a manuscript in one language.
package struct ManuscriptText: Sendable, Hashable, Codable {
    package let language: Language
    package let title: String
    /// What the article says, in a sentence.
    package let summary: String
    /// The body in Markdown.
    package let body: String
    /// What the picture shows, for those who do not see it.
    package let alternative: String

    package init(language: Language, title: String, summary: String, body: String, alternative: String) {
        (self.language, self.title, self.summary) = (language, title, summary)
        (self.body, self.alternative) = (body, alternative)
    }

    /// The most characters of the description of a picture; screen readers read it in one go.
    package static let longestAlternative = 250
}

/// Something that a manuscript rests on.
package struct ManuscriptSource: Sendable, Hashable, Codable {
    package let title: String
    package let publisher: String
    /// An address with TLS, once it is complete.
    package let url: String
    /// When it was published: a day, a month or a year; many pages say nothing.
    package let date: String?

    package init(title: String, publisher: String, url: String, date: String?) {
        (self.title, self.publisher, self.url, self.date) = (title, publisher, url, date)
    }

    /// The most characters of a title or a publisher; the longest titles of papers have some 250.
    package static let longestName = 300
    /// The most characters of an address.
    package static let longestAddress = 500
}

/// The picture of an article, without anything but its pixels.
package struct ManuscriptPicture: Sendable, Hashable {
    package enum Format: String, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    package let format: Format
    package let bytes: [UInt8]

    package init(_ format: Format, _ bytes: [UInt8]) { (self.format, self.bytes) = (format, bytes) }

    /// The most bytes: a picture that a phone loads within a few seconds.
    package static let largest = 1 << 20
}
