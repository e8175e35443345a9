/// A sheet of a workbook as texts, as a form is read from it.
package struct FormTable: Hashable, Sendable {
    /// A cell that could not be read.
    package struct Obstacle: Hashable, Sendable {
        /// From 0.
        package let row: Int
        /// From 0.
        package let column: Int
        package let reason: String

        package init(row: Int, column: Int, reason: String) {
            (self.row, self.column, self.reason) = (row, column, reason)
        }
    }

    package let name: String
    /// The rows; the first one with content has the headings.
    package let rows: [[String]]
    package let obstacles: [Obstacle]

    package init(name: String, rows: [[String]], obstacles: [Obstacle] = []) {
        (self.name, self.rows, self.obstacles) = (name, rows, obstacles)
    }

    var isEmpty: Bool { obstacles.isEmpty && rows.allSatisfy { $0.allSatisfy { $0.trimmed.isEmpty } } }

    /// The letters of a column, such as `AB`.
    static func letters(of column: Int) -> String {
        var (letters, rest) = ("", column)
        repeat {
            letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        return letters
    }
}

extension StringProtocol {
    /// Without white space at the ends, of whatever width.
    var trimmed: String {
        let isKept: (Unicode.Scalar) -> Bool = { !$0.properties.isWhitespace }
        let scalars = Substring(self).unicodeScalars
        guard let first = scalars.firstIndex(where: isKept), let last = scalars.lastIndex(where: isKept)
        else { return "" }
        return String(Substring(scalars[first...last]))
    }

    /// The words between white space, joined by a separator.
    func words(joinedBy separator: String) -> String {
        Substring(self).unicodeScalars.split { $0.properties.isWhitespace }.map { String(Substring($0)) }
            .joined(separator: separator)
    }
}
