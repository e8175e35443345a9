import Foundation

/// A part of a definition, written with its members in the order of the file.
indirect enum DraftValue {
    case text(String)
    case number(Int)
    case list([String])
    case object([(String, DraftValue)])

    /// The value as JSON, indented by two blanks.
    var json: String { json(indentedBy: "") }

    private func json(indentedBy blanks: String) -> String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return String(number)
        case .list(let texts):
            guard texts.count > 1 else { return "[\(texts.map(Self.quoted).joined())]" }
            let lines = texts.map { "\(blanks)  \(Self.quoted($0))" }
            return "[\n\(lines.joined(separator: ",\n"))\n\(blanks)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { "\(blanks)  \(Self.quoted($0)): \($1.json(indentedBy: blanks + "  "))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(blanks)}"
        }
    }

    /// Writes a text in quotes, with control characters, quotes and backslashes escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\u{0}"..."\u{1F}":
                let code = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
