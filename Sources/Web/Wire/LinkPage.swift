import Allergens
import Wording

/// The page that a link in an e-mail opens: a heading, a sentence, and a button while there is something to do.
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
        <style>\(Self.style)</style>
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

    /// Without an action it goes to the page's own address, which holds what it needs.
    private var form: String {
        guard let button = text.button else { return "" }
        return """
            <form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">\
            <button>\(XML.escaped(button))</button></form>
            """
    }

    private static let style = """
        :root{color-scheme:light dark}
        body{margin:0;padding:10vh 16px;background:#eef2f0;color:#16211d;font:17px/1.5 system-ui,sans-serif}
        main{max-width:30rem;margin:0 auto;padding:2rem;border-radius:10px;background:#fff}
        h1{margin:0 0 .75rem;font-size:1.35rem;line-height:1.3}
        p{margin:0 0 1.5rem}
        button{padding:.7rem 1.4rem;border:0;border-radius:6px;background:#1f6a52;color:#fff;font:inherit}
        button:focus-visible{outline:3px solid #8fc7b3;outline-offset:2px}
        @media (prefers-color-scheme:dark){body{background:#12181b;color:#e6edea}main{background:#1d262a}}
        """
}
