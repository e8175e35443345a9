import HTTPTypes
import Site

/// What a reader is told instead of a page, and the ways on from there.
struct FailurePage {
    private let name: String
    private let text: PlaceText

    init(_ status: HTTPResponse.Status, text: PlaceText) {
        name =
            switch status.code {
            case 404, 410: "missing"
            case 429: "busy"
            case 503, 507: "resting"
            case 500...: "fault"
            default: "refused"
            }
        self.text = text
    }

    /// Lists of results leave it out.
    var content: ComposedContent {
        let title = text("failure.\(name)")
        return ComposedContent(
            title: title, about: nil, head: [],
            content: [
                Markup("header", ["class": "place-head"], [Markup("h1", title)]),
                Markup(
                    "section", ["class": "part card"],
                    [Markup("p", text("failure.\(name).about")), PlaceSearch.form(text: text), ways]),
            ])
    }

    private var ways: Markup {
        let ways = [("/today", "nav.today"), ("/", "nav.map"), ("/emergency", "emergency.open")]
        return Markup(
            "p", ["class": "line"],
            ways.map { path, words in Markup("a", ["class": "quiet", "href": path], text(words)) })
    }
}
