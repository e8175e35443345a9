package import Allergens

/// What a cell of a table holds.
package enum TableCell: Hashable, Sendable {
    case empty
    case text(String)
    case whole(Int)
    /// A finite number; what is none is written as an empty cell.
    case number(Double)
    case day(CivilDate)

    /// A text, or nothing.
    package init(_ text: String?) { self = text.map { .text($0) } ?? .empty }

    /// A number, or nothing.
    package init(_ number: Double?) { self = number.map { .number($0) } ?? .empty }

    /// A whole number, or nothing.
    package init(_ whole: Int?) { self = whole.map { .whole($0) } ?? .empty }
}

/// A column of a table.
package struct TableColumn: Hashable, Sendable {
    /// What its cells hold, apart from empty ones.
    package enum Kind: Hashable, Sendable {
        case text, whole, number, day
    }

    /// Unique in its table.
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}
