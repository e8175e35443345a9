import HTTP
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import People

/// The page behind a link in an e-mail: a heading, a sentence, and a button if there is something to do.
struct LinkPage {
    private let text: LinkText
    private let language: Language
    /// Several answers, each with the value of `answer` that its button sends, in place of one button.
    private let choices: [(value: String, label: String)]

    init(_ text: LinkText, language: Language) {
        self.text = text
        self.language = language
        choices = []
    }

    init(title: String, body: String, choices: [(value: String, label: String)], language: Language) {
        text = LinkText(title: title, body: body, button: nil)
        self.language = language
        self.choices = choices
    }

    /// The page as an answer that nobody keeps.
    func response(_ status: HTTPResponse.Status) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: Freshness.personal,
            // The page's URL holds a secret.
            .referrerPolicy: "no-referrer",
        ]
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>\(XML.escaped(text.title)) – Breathe Easy</title>
        <link rel="stylesheet" href="/assets/link.css">
        </head>
        <body>
        <main>
        <h1>\(XML.escaped(text.title))</h1>
        <p>\(XML.escaped(text.body))</p>
        \(form)
        </main>
        </body>
        </html>

        """
    }

    /// A form without an action posts to the page's own URL, which holds everything it needs.
    private var form: String {
        guard choices.isEmpty else { return answers }
        guard let button = text.button else { return "" }
        return """
            <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">\
            <button>\(XML.escaped(button))</button></form>
            """
    }

    private var answers: String {
        let buttons = choices.map { choice in
            "<button name=\"answer\" value=\"\(choice.value)\">\(XML.escaped(choice.label))</button>"
        }
        return "<form method=\"post\">\(buttons.joined(separator: "\n"))</form>"
    }
}
