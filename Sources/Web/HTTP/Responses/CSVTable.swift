import Foundation

/// A table as CSV (RFC 4180) that is safe to open in a spreadsheet.
package struct CSVTable {
    package private(set) var text: String

    package init(columns: [String]) { text = columns.joined(separator: ",") + "\r\n" }

    /// Adds a row; `nil` is an empty field.
    package mutating func add(_ fields: [String?]) {
        text += fields.map { Self.field($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    /// A field in quotes where it needs them.
    ///
    /// A spreadsheet takes what begins with one of `=+-@` for a formula, which may send other fields away; an apostrophe
    /// before it says that it is text. https://owasp.org/www-community/attacks/CSV_Injection
    private static func field(_ value: String) -> String {
        let isFormula = value.first.map { "=+-@\t\r".contains($0) } ?? false && Double(value) == nil
        let text = isFormula ? "'" + value : value
        let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
