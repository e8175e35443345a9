import Basemap
import Site

/// The search for towns as a page that needs no script.
struct PlaceSearch {
    let text: PlaceText
    let query: String
    let found: [(town: Gazetteer.Town, path: String)]
    /// Whether the query is no name: what was found is called almost so.
    let isMisspelt: Bool

    /// The page; lists of results leave it out.
    var content: ComposedContent {
        ComposedContent(
            title: text("place.find"), about: nil, head: [],
            content: [
                Markup("header", ["class": "place-head"], [Markup("h1", text("place.find"))]),
                Markup("section", ["class": "part card"], notice + [Self.form(text: text, query: query)]),
            ] + list)
    }

    private var notice: [Markup] {
        if query.isEmpty { return [Markup("p", text("place.find.about"))] }
        guard let first = found.first?.town else { return [Markup("p", text("search.none"))] }
        guard isMisspelt else { return [] }
        return [Markup("p", text("place.meant", ["query": query, "name": text.name(of: first)]))]
    }

    static func form(text: PlaceText, query: String = "") -> Markup {
        Markup(
            "form", ["action": "/place", "method": "get", "role": "search", "class": "line"],
            [
                Markup("label", ["for": "place-name"], text("search.label")),
                Markup(
                    void: "input",
                    [
                        "class": "field", "id": "place-name", "name": "q", "type": "text", "maxlength": "100",
                        "value": query,
                    ]),
                Markup("button", ["class": "main", "type": "submit"], text("place.find.go")),
            ])
    }

    private var list: [Markup] {
        guard !found.isEmpty else { return [] }
        return [
            Markup(
                "section", ["class": "part card"],
                [
                    Markup(
                        "ul", ["class": "rows"],
                        found.map { town, path in
                            Markup(
                                "li",
                                [
                                    Markup("a", ["class": "what", "href": path], text.name(of: town)),
                                    Markup("span", ["class": "small"], text.countryName(town.country)),
                                ])
                        })
                ])
        ]
    }
}
