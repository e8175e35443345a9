package import Foundation

/// An article of an expert as readers see it.
package struct PublishedArticle: Sendable, Hashable {
    /// A version of it.
    package struct Version: Sendable, Hashable {
        /// Counted from 1.
        package let number: Int
        /// What it corrects; `nil` for the first.
        package let correction: String?
        package let published: Date

        package init(number: Int, correction: String?, published: Date) {
            (self.number, self.correction, self.published) = (number, correction, published)
        }
    }

    /// Its name in addresses.
    package let name: String
    /// The author's name, as the author wants it; `nil` if it is published without.
    package let byline: String?
    /// All versions, oldest first; at least one.
    package let versions: [Version]
    /// The version that this text is of.
    package let version: Int
    package let manuscript: Manuscript
    /// The form of its picture, if it has one.
    package let picture: ManuscriptPicture.Format?

    package init(
        name: String, byline: String?, versions: [Version], version: Int, manuscript: Manuscript,
        picture: ManuscriptPicture.Format?
    ) {
        (self.name, self.byline, self.versions) = (name, byline, versions)
        (self.version, self.manuscript, self.picture) = (version, manuscript, picture)
    }

    /// The name of an article in addresses: words of its title, and its number, which no other article has.
    ///
    /// - Parameters:
    ///   - title: The title in any language.
    ///   - number: The number of the article.
    /// - Returns: At most 60 of a–z, digits and hyphens.
    package static func name(of title: String, numbered number: Int64) -> String {
        let spelled = title.lowercased().replacing("ß", with: "ss").replacing("ä", with: "ae")
            .replacing("ö", with: "oe").replacing("ü", with: "ue")
        let plain = spelled.folding(options: .diacriticInsensitive, locale: nil)
        let words = plain.split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
        var name = ""
        for word in words where name.count + word.count < longestWords { name += "\(word)-" }
        return "\(name.isEmpty ? "article-" : name)\(number)"
    }

    /// Leaves room for a number of 19 digits.
    private static let longestWords = 40
}

/// An article of an expert that readers no longer see.
package struct RetiredArticle: Sendable, Hashable {
    package let retired: Date
    /// The identifiers of the subjects of its latest version.
    package let keywords: [String]

    package init(retired: Date, keywords: [String]) { (self.retired, self.keywords) = (retired, keywords) }
}

/// What an account has written and reviewed, for its owner to take away.
package struct OwnArticles: Sendable {
    /// A remark on the article of somebody else.
    package struct Remark: Sendable, Hashable {
        package let article: ExpertArticle.ID
        package let remark: SubmissionRemark

        package init(article: ExpertArticle.ID, remark: SubmissionRemark) {
            (self.article, self.remark) = (article, remark)
        }
    }

    /// A step of the article of somebody else.
    package struct Act: Sendable, Hashable {
        package let article: ExpertArticle.ID
        package let event: SubmissionEvent

        package init(article: ExpertArticle.ID, event: SubmissionEvent) {
            (self.article, self.event) = (article, event)
        }
    }

    package let articles: [ExpertArticle]
    package let remarks: [Remark]
    package let acts: [Act]

    package init(articles: [ExpertArticle], remarks: [Remark], acts: [Act]) {
        (self.articles, self.remarks, self.acts) = (articles, remarks, acts)
    }
}
