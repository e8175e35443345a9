package import Allergens
package import Markdown
package import People

/// A text for readers, in one or more languages, with what it rests on.
package struct Article: Sendable, Hashable {
    /// The name of an article in addresses: words of a–z and digits with hyphens between.
    package struct ID: Hashable, Comparable, Sendable {
        /// The most characters.
        package static let longest = 60

        package let rawValue: String

        /// Accepts a name, or returns `nil`.
        package init?(_ rawValue: String) {
            guard rawValue.utf8.count <= Self.longest,
                rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil
            else { return nil }
            self.rawValue = rawValue
        }

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    package let id: ID
    package let published: CivilDate
    /// When somebody last compared it with its sources.
    package let reviewed: CivilDate
    /// The last day on which that is recent enough.
    package let reviewAgain: CivilDate
    package let keywords: [ArticleKeyword]
    /// What it rests on; a reference `[2]` in the text means the second.
    package let sources: [ArticleSource]
    /// The texts by language; at least one.
    package let texts: [Language: ArticleText]
    /// The drawing above the text; `nil` for none.
    package var ownDrawing: ArticleDrawing?
    /// Who wrote it, if it does not come with the program.
    package var expertise: ArticleExpertise?
    /// What readers are told before the body; experts write about medicine.
    package var disclaimer = ArticleDisclaimer.medicine

    /// The text in a language, or else in English, or else in the first language that there is.
    package func text(in language: Language) -> ArticleText {
        let order = [language, .english] + Language.allCases
        guard let text = order.lazy.compactMap({ texts[$0] }).first
        else { preconditionFailure("an article has a text") }
        return text
    }

    /// Whether readers see a later version in its place.
    package var isFormer: Bool {
        guard let expertise, let newest = expertise.versions.last else { return false }
        return expertise.version < newest.number
    }

    /// Whether it should have been reviewed again before a day.
    package func isOld(on day: CivilDate) -> Bool { day > reviewAgain }

    /// When it last changed.
    package var updated: CivilDate { max(published, reviewed) }
}

/// The text of an article in one language.
package struct ArticleText: Sendable, Hashable {
    package let language: Language
    package let title: String
    /// What the article says, in a sentence.
    package let summary: String
    package let body: MarkdownDocument

    /// The words of the body without any form.
    package var plainBody: String { body.plainText }
}

/// A drawing that belongs to one article.
package struct ArticleDrawing: Sendable, Hashable {
    /// The name of its SVG among the files of the site.
    package let file: String
    /// What it shows, in every language.
    package let alternatives: [Language: String]
}

/// A subject that articles have in common.
package struct ArticleKeyword: Sendable, Hashable {
    package let id: String
    fileprivate let names: [Language: String]

    init(id: String, names: [Language: String]) { (self.id, self.names) = (id, names) }

    package func name(in language: Language) -> String { names[language] ?? id }
}

/// Something that an article rests on.
package struct ArticleSource: Sendable, Hashable, Decodable {
    package let title: String
    package let publisher: String
    /// An address with TLS, or the path of a page of this site for what the service says of itself.
    package let url: String
    /// When it was published, as its publisher says it: a day, a month or a year; many pages say nothing.
    package let date: String?
    /// The day on which it was last compared with the article, which stands in for ``date`` where there is none.
    package var read: CivilDate?

    /// Where it is, for readers elsewhere, for whom the addresses of this site begin with a base.
    package func address(base: String) -> String { url.hasPrefix("/") ? base + url : url }
}
