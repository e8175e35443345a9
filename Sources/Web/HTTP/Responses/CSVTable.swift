import Foundation

/// A table as CSV (RFC 4180) that is safe to open in a spreadsheet.
package struct CSVTable {
    package private(set) var text: String

    package init(columns: [String]) { text = columns.joined(separator: ",") + "\r\n" }

    /// Adds a row; `nil` is an empty field.
    package mutating func add(_ fields: [String?]) {
        text += fields.map { Self.field($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    /// A field, quoted where needed.
    ///
    /// Spreadsheets treat text that begins with one of `=+-@` as a formula, and a formula may send other
    /// fields elsewhere. A leading apostrophe marks the field as text.
    /// https://owasp.org/www-community/attacks/CSV_Injection
    private static func field(_ value: String) -> String {
        let isFormula =
            value.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
            && Double(value) == nil
        let text = isFormula ? "'" + value : value
        let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        var quoted = "\""
        // A mark or a sign beside a scalar such as U+0301 is no `Character` of its own, but spreadsheets see it.
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
