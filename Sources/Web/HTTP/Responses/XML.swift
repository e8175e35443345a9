/// An XML element to write; all its text is escaped.
package struct XML {
    private let name: String
    private let attributes: [(name: String, value: String)]
    private let content: Content

    private enum Content {
        case text(String)
        case elements([XML])
    }

    package init(_ name: String, _ text: String) { self.init(name, [:], .text(text)) }

    package init(_ name: String, _ elements: [XML]) { self.init(name, [:], .elements(elements)) }

    package init(_ name: String, _ attributes: KeyValuePairs<String, String>, _ elements: [XML] = []) {
        self.init(name, attributes, .elements(elements))
    }

    package init(_ name: String, _ attributes: KeyValuePairs<String, String>, text: String) {
        self.init(name, attributes, .text(text))
    }

    private init(_ name: String, _ attributes: KeyValuePairs<String, String>, _ content: Content) {
        self.name = name
        self.attributes = attributes.map { (name: $0.key, value: $0.value) }
        self.content = content
    }

    /// The element as a standalone document in UTF-8.
    package var document: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        write(to: &text, indent: 0)
        return text
    }

    private func write(to text: inout String, indent: Int) {
        let margin = String(repeating: "  ", count: indent)
        text += "\(margin)<\(name)"
        for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
        switch content {
        case .text(let content): text += ">\(Self.escaped(content))</\(name)>\n"
        case .elements(let elements) where elements.isEmpty: text += "/>\n"
        case .elements(let elements):
            text += ">\n"
            for element in elements { element.write(to: &text, indent: indent + 1) }
            text += "\(margin)</\(name)>\n"
        }
    }

    /// Text escaped for element content and attributes.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // Parsers turn these characters into spaces in attributes, unless they are written as character
            // references.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            // "Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | …": XML cannot represent others
            // at all.
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
