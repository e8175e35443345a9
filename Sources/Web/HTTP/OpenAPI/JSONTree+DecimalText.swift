import Foundation

extension JSONTree {
    /// The value as JSON with sorted keys, where a `number` always looks like a decimal: `80.0`, not `80`.
    ///
    /// Both mean the same, but programs that guess a column's type from its first values, as QGIS does, take
    /// `80` for a column of whole numbers and lose the decimals that follow.
    package var decimalText: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .truth(let truth): text += truth ? "true" : "false"
        case .whole(let whole): text += "\(whole)"
        // JSON has no number for what is not finite.
        case .number(let number): text += number.isFinite ? "\(number)" : "null"
        case .text(let string): Self.write(string, to: &text)
        case .list(let elements):
            Self.write(elements, between: ("[", "]"), to: &text) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members.sorted { $0.key < $1.key }, between: ("{", "}"), to: &text) { member, text in
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], between braces: (String, String), to text: inout String,
        part: (Part, inout String) -> Void
    ) {
        text += braces.0
        for (place, value) in parts.enumerated() {
            if place > 0 { text += "," }
            part(value, &text)
        }
        text += braces.1
    }

    /// Adds a text in its quotation marks.
    static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            // "the control characters (U+0000 through U+001F)" must be escaped (RFC 8259, 7).
            case "\u{0}"..<" ": text += "\\u" + String(0x1_0000 + scalar.value, radix: 16).dropFirst()
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
