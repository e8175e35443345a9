import HTTP
import Localisation
import People

/// The page behind a link in an e-mail: a heading, a sentence, and a button if there is something to do.
struct LinkPage {
    private let text: LinkText
    private let language: Language

    init(_ text: LinkText, language: Language) {
        self.text = text
        self.language = language
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
        guard let button = text.button else { return "" }
        return """
            <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">\
            <button>\(XML.escaped(button))</button></form>
            """
    }
}
