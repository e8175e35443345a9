package import People

/// The address of a page that each language has one of, for search engines and links.
package struct WordedAddress: Sendable {
    /// The path, which shows the page in the language of whoever opens it.
    private let path: String
    private let base: String

    /// - Parameters:
    ///   - path: The path of the page.
    ///   - base: What stands before it, such as `https://breathe.example`.
    package init(path: String, base: String) { (self.path, self.base) = (path, base) }

    /// The address with the language in which the page is read.
    package func url(in language: Language) -> String { "\(base)\(path)?language=\(language.rawValue)" }

    /// The only address of the page in a language, and those in the others.
    package func links(in language: Language) -> [Markup] {
        let others = Language.allCases.map { ($0.rawValue, url(in: $0)) } + [("x-default", base + path)]
        return [Markup(void: "link", ["rel": "canonical", "href": url(in: language)])]
            + others.map { Markup(void: "link", ["rel": "alternate", "hreflang": $0, "href": $1]) }
    }
}
