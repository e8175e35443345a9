import Allergens
import Articles
import Foundation
import People
import Site

/// The words around articles and studies in one language.
struct ArticlePhrases {
    private let words: SiteWords
    let locale: Locale

    init(_ language: Language) {
        words = SiteWords(language)
        // Days come before months in the English of the pages too.
        locale = Locale(identifier: language == .english ? "en_GB" : language.rawValue)
    }

    var language: Language { words.language }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words.text(key, values) }

    func counted(_ key: String, _ count: Int) -> String {
        words.text(key, ["count": count.formatted(.number.locale(locale))], count: count)
    }

    func day(_ day: CivilDate) -> String {
        var style = Date.FormatStyle.dateTime.day().month(.wide).year().locale(locale)
        style.timeZone = .gmt
        return day.startInUTC.formatted(style)
    }

    /// What readers are told before the body of an article.
    func disclaimer(of article: Article) -> String {
        self("article.disclaimer.\(article.disclaimer.rawValue)")
    }

    /// What a language is called in this one.
    func name(of language: Language) -> String {
        locale.localizedString(forLanguageCode: language.rawValue) ?? language.rawValue
    }
}
