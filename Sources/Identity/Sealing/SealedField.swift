import Foundation

/// A column whose values are sealed.
///
/// It is part of each value's key and associated data, so a value opens in no other column.
package struct SealedField: Hashable, Sendable, CustomStringConvertible {
    package let table: String
    package let column: String

    package init(_ table: String, _ column: String) {
        self.table = table
        self.column = column
    }

    package var description: String { "\(table).\(column)" }
}

/// A row's unchanging identifier within its table: a number or a text.
package enum SealedRow: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case number(Int64)
    case text(String)

    package init(integerLiteral number: Int64) { self = .number(number) }
    package init(stringLiteral text: String) { self = .text(text) }
}
