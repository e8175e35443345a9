import Allergens
import Foundation

/// What stands in an e-mail, and how it looks as text and as HTML.
///
/// The HTML is one column of 560 px with the styles at the elements, because many programs drop style sheets; those that
/// keep them get darker colours at night. It loads nothing, so that nobody learns when it is read.
struct EmailPaper {
    /// A sentence with an address in it, such as "Details: https://…".
    struct Link {
        let sentence: String
        let address: String

        /// The sentence without the address: what stands on a button.
        var label: String {
            let rest = sentence.replacing(address, with: "")
            return rest.trimmingCharacters(in: CharacterSet(charactersIn: ":").union(.whitespaces))
        }
    }

    let language: Language
    let headline: String
    /// Each a line or a few lines of text.
    let paragraphs: [String]
    let action: Link?
    /// What stands below everything, small.
    let footer: Link?
    let level: Level?

    /// Everything as plain text, complete in itself.
    var text: String {
        var blocks = [headline] + paragraphs
        if let action { blocks.append(action.sentence) }
        if let footer { blocks += ["-- ", footer.sentence] }
        // The line of two hyphens is the usual mark of a signature, and has its text right below.
        return blocks.joined(separator: "\n\n").replacing("-- \n\n", with: "-- \n") + "\n"
    }

    var html: String {
        let body = paragraphs.map { paragraph in
            "<p class=\"ink\" style=\"margin:0 0 14px;font-size:16px;line-height:1.5;color:#26323a\">"
                + Self.escaped(paragraph).replacing("\n", with: "<br>") + "</p>"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <title>\(Self.escaped(headline))</title>
            <style>\(Self.night)</style>
            </head>
            <body class="page" style="margin:0;padding:24px 12px;background:#eef2f0">
            <div class="card" style="\(Self.card);border-left:6px solid \(Self.colour(of: level))">
            <h1 class="ink" style="\(Self.title)">\(Self.escaped(headline))</h1>
            \(body.joined(separator: "\n"))
            \(button)
            </div>
            \(signature)
            </body>
            </html>

            """
    }

    private var button: String {
        guard let action else { return "" }
        return """
            <p style="margin:22px 0 4px"><a href="\(Self.escaped(action.address))" style="display:inline-block;\
            padding:11px 20px;border-radius:6px;background:#1f6a52;color:#ffffff;font-size:16px;\
            text-decoration:none">\(Self.escaped(action.label))</a></p>
            """
    }

    private var signature: String {
        guard let footer else { return "" }
        return """
            <p class="faint" style="max-width:560px;margin:16px auto 0;padding:0 28px;box-sizing:border-box;\
            font-family:sans-serif;font-size:13px;line-height:1.5;color:#52606a">Breathe Easy · \
            <a class="faint" href="\(Self.escaped(footer.address))" style="color:#52606a">\
            \(Self.escaped(footer.label))</a></p>
            """
    }

    private static let card =
        "max-width:560px;margin:0 auto;padding:26px 28px;box-sizing:border-box;border-radius:8px;"
        + "background:#ffffff;font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif"

    private static let title =
        "margin:0 0 18px;font-size:20px;line-height:1.35;font-weight:600;color:#16211d"

    private static let night =
        "@media (prefers-color-scheme:dark){.page{background:#12181b!important}"
        + ".card{background:#1d262a!important}.ink{color:#e6edea!important}.faint{color:#a4b1b8!important}}"

    /// The bar at the side; words say the same, and so no colour has to be told from another.
    private static func colour(of level: Level?) -> String {
        switch level {
        case .veryHigh: "#7b2d5b"
        case .high: "#b5482f"
        case .moderate: "#c08a1e"
        case .low, .some(.none): "#4f8a5b"
        case nil: "#4b7f9e"
        }
    }

    /// Text as it stands in HTML and in its attributes.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
