import HTTP
import HTTPTypes
package import Hummingbird
package import People

extension Request {
    /// The reader's language: the one chosen in the menu, or else that of a link in this visit, or else the browser's.
    package var siteLanguage: Language { chosenLanguage ?? visitLanguage }

    /// The language of a page: that of the link that led here, or else the reader's.
    package var pageLanguage: Language { linkLanguage ?? siteLanguage }

    /// A language that is not ours does not count: for readers of a page, a wrong link is not worth a failure.
    fileprivate var linkLanguage: Language? { text("language").flatMap(Language.init(rawValue:)) }

    /// The language that the script of the menu has stored.
    fileprivate var chosenLanguage: Language? { language(inCookie: "language") }

    fileprivate var visitLanguage: Language { language(inCookie: Response.visitCookie) ?? preferredLanguage }

    private func language(inCookie name: String) -> Language? {
        cookies[name].flatMap { Language(rawValue: $0.value) }
    }
}

extension Response {
    fileprivate static let visitCookie = "visit-language"

    /// The page, marked with its language; the language of a link stays until the browser is closed.
    ///
    /// There is a cookie only for a link in a language that the reader would not get without it. It never replaces a
    /// choice in the menu, which is the reader's own.
    func worded(in language: Language, for request: Request) -> Response {
        var response = worded(in: language).varying(by: .cookie)
        if request.chosenLanguage == nil, let link = request.linkLanguage, link != request.visitLanguage {
            // Without an age, a cookie ends with the browser's session (RFC 6265, 5.3).
            let cookie = "\(Self.visitCookie)=\(link.rawValue); Path=/; HttpOnly; SameSite=Lax"
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }
}
