/// A table whose rows are made one by one, so that it may be larger than the memory.
package struct Table {
    /// Replaces the cells of a row by those of the next one; `false` at the end.
    ///
    /// The row has a cell for each column when it is asked for.
    package typealias Rows = (_ row: inout [TableCell]) throws -> Bool

    /// What people call it.
    package let name: String
    package let columns: [TableColumn]
    /// The number of rows, without that of the names.
    package let count: Int
    /// Begins at the first row again.
    package let rows: () throws -> Rows

    /// Creates a table of rows that are made while they are written.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - columns: The columns, whose names differ.
    ///   - count: The number of rows; a writer refuses others.
    ///   - rows: Begins at the first row.
    package init(
        _ name: String, _ columns: [TableColumn], count: Int, rows: @escaping () throws -> Rows
    ) {
        precondition(Set(columns.map(\.name)).count == columns.count, "two columns of \(name) share a name")
        (self.name, self.columns, self.count, self.rows) = (name, columns, count, rows)
    }

    /// Creates a small table.
    package init(_ name: String, _ columns: [TableColumn], _ rows: [[TableCell]]) {
        precondition(rows.allSatisfy { $0.count == columns.count }, "a row of \(name) has other columns")
        self.init(name, columns, count: rows.count) {
            var rest = rows[...]
            return { row in
                guard let next = rest.popFirst() else { return false }
                row = next
                return true
            }
        }
    }
}

/// Why a table cannot be written.
package enum TableFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A text is longer than a cell may be; the row is counted from 1, without that of the names.
    case tooLong(table: String, row: Int, column: String, atMost: Int)
    /// There are more rows or fewer than were announced.
    case otherCount(table: String, announced: Int)
    /// There are more columns than a sheet has.
    case tooManyColumns(table: String, atMost: Int)

    package var description: String {
        switch self {
        case .tooLong(let table, let row, let column, let most):
            "row \(row) of \(table) has more than \(most) characters in \(column)"
        case .otherCount(let table, let announced):
            "\(table) changed while it was written: it had \(announced) rows"
        case .tooManyColumns(let table, let most): "\(table) has more than \(most) columns"
        }
    }
}
