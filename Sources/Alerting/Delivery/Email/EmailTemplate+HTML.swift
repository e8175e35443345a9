import Allergens
import Foundation
import Localisation
import People

/// One column of 560 px with inline styles, because many mail programs drop style sheets.
///
/// Programs that keep style sheets show darker colours in dark mode. The mail loads nothing, so nobody learns
/// when it is read.
extension EmailTemplate {
    var html: String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <meta name="supported-color-schemes" content="light dark">
        <title>\(Self.escaped(letter.subject))</title>
        <style>\(Self.night)</style>
        </head>
        <body class="page" style="margin:0;padding:20px 12px;background:#eef2f0;font-family:\(Self.font)">
        <p class="brand" style="\(Self.column);padding:0 4px 10px;\(Self.brand)">Breathe Easy</p>
        <div class="card" style="\(Self.column);\(Self.card);border-top:6px solid \(colour)">
        \(content.joined(separator: "\n"))
        </div>
        \(signature)
        </body>
        </html>

        """
    }

    private var content: [String] {
        let isList = !letter.entries.isEmpty
        var parts = isList ? [] : [Self.pill(of: marks.first)]
        parts.append("<h1 class=\"ink\" style=\"\(Self.title)\">\(Self.escaped(letter.subject))</h1>")
        parts += letter.opening.map {
            Self.paragraph($0, "ink", "margin:0 0 12px;font-size:16px;color:#26323a")
        }
        parts += zip(letter.entries, marks).map(Self.entry)
        parts += [button, secondLink]
        parts += notes
        return parts.filter { !$0.isEmpty }
    }

    /// One alert of several, with a bar in the colour of its level.
    private static func entry(_ lines: [String], _ mark: Mark) -> String {
        let style = "margin:18px 0 0;padding:0 0 0 14px;border-left:4px solid \(colour(of: mark.level))"
        let head = """
            <p style="margin:0;font-size:16px;line-height:1.4;font-weight:600"><a class="ink" \
            href="\(escaped(mark.link))" style="color:#16211d">\(broken(lines.first ?? ""))</a></p>
            """
        let rest = lines.dropFirst().map {
            paragraph($0, "faint", "margin:4px 0 0;font-size:14px;color:#52606a")
        }
        return (["<div style=\"\(style)\">", pill(of: mark), head] + rest + ["</div>"])
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The level in words on its colour, so that readers need not distinguish colours.
    private static func pill(of mark: Mark?) -> String {
        guard let mark, let word = mark.word else { return "" }
        return """
            <p style="margin:0 0 8px;line-height:1"><span style="display:inline-block;padding:5px 11px;\
            border-radius:12px;background:\(colour(of: mark.level));color:#ffffff;font-size:13px;font-weight:600">\
            \(escaped(word))</span></p>
            """
    }

    private var button: String {
        guard let action else { return "" }
        return """
            <p style="margin:22px 0 0"><a href="\(Self.escaped(action.address))" style="display:inline-block;\
            padding:12px 22px;border-radius:8px;background:#1f6a52;color:#ffffff;font-size:16px;font-weight:600;\
            text-decoration:none">\(Self.escaped(action.label))</a></p>
            """
    }

    private var secondLink: String {
        guard let answer else { return "" }
        return """
            <p style="margin:14px 0 0;font-size:14px;line-height:1.5"><a class="faint" \
            href="\(Self.escaped(answer.address))" style="color:#52606a">\(Self.escaped(answer.label))</a></p>
            """
    }

    private var notes: [String] {
        guard !letter.notes.isEmpty else { return [] }
        let lines = letter.notes.map {
            Self.paragraph($0, "faint", "margin:0 0 4px;font-size:13px;color:#52606a")
        }
        return ["<div class=\"rule\" style=\"\(Self.rule)\">"] + lines + sourceLink + ["</div>"]
    }

    private var sourceLink: [String] {
        guard let source else { return [] }
        return [
            """
            <p style="margin:0 0 4px;font-size:13px;line-height:1.5"><a class="faint" \
            href="\(Self.escaped(source.address))" style="color:#52606a">\(Self.escaped(source.label))</a></p>
            """
        ]
    }

    private var signature: String {
        guard let footer else { return "" }
        return """
            <p style="\(Self.column);padding:14px 4px 0;font-size:13px;line-height:1.5"><a class="faint" \
            href="\(Self.escaped(footer.address))" style="color:#52606a">\(Self.escaped(footer.label))</a></p>
            """
    }

    private static func paragraph(_ text: String, _ kind: String, _ style: String) -> String {
        "<p class=\"\(kind)\" style=\"\(style);line-height:1.5\">\(broken(text))</p>"
    }

    private static let font = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif"
    private static let column = "max-width:560px;margin:0 auto;box-sizing:border-box"
    private static let brand = "font-size:14px;font-weight:600;color:#1f6a52"
    private static let card = "padding:24px 22px 20px;border-radius:10px;background:#ffffff"
    private static let rule = "margin:22px 0 0;padding:14px 0 0;border-top:1px solid #dde4e1"
    private static let title = "margin:0 0 14px;font-size:21px;line-height:1.3;font-weight:700;color:#16211d"

    private static let night =
        "@media (prefers-color-scheme:dark){.page{background:#12181b!important}"
        + ".card{background:#1d262a!important}.ink{color:#e6edea!important}.faint{color:#a4b1b8!important}"
        + ".brand{color:#7fc4aa!important}.rule{border-color:#36444a!important}}"

    /// The colour of the highest level.
    private var colour: String { Self.colour(of: marks.compactMap(\.level).max()) }

    /// The colour of a level; white text is legible on it (WCAG 2.2, 1.4.3: 4.5 to 1).
    static func colour(of level: Level?) -> String {
        switch level {
        case .veryHigh: "#7b2d5b"
        case .high: "#b5482f"
        case .moderate: "#8a6200"
        case .low, .some(.none): "#3d7549"
        case nil: "#3f6f8c"
        }
    }

    /// Escapes text and turns its line breaks into HTML.
    private static func broken(_ text: String) -> String { escaped(text).replacing("\n", with: "<br>") }

    /// Escapes text for HTML content and attributes.
    ///
    /// It works on scalars: a quotation mark beside one such as U+0600 or U+0301 is no `Character` of its own, and ends an
    /// attribute all the same.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
