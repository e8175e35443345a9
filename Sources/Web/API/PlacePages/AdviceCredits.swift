package import Allergens
package import Site

extension AirQualityAdvice {
    /// The key of its words, by which its sources are known.
    var messageKey: String { "airAdvice.\(rawValue)" }

    /// What its words rest on, the most important first.
    package var sources: [CitedSource] { AdviceSources.builtIn.sources(of: messageKey) }
}

extension PlaceText {
    /// Who stands behind a piece of advice: the publishers of its sources, as links.
    func credits(ofAdvice key: String) -> Markup {
        let sources = AdviceSources.builtIn.sources(of: key)
        let links = sources.enumerated().flatMap { place, source in
            (place > 0 ? [Markup.text(" · ")] : []) + [
                Markup(
                    "a", ["href": source.url, "title": source.title, "rel": "noopener"], source.publisher)
            ]
        }
        return Markup("span", ["class": "small"], [.text(" \(self("sources.are")) ")] + links)
    }
}
