import Tables

/// A sheet of a workbook that is written: some rows of a table.
struct SheetPlan {
    let name: String
    let table: Table
    /// Where the rows come from that the sheets of a table share.
    let source: SheetRows
    let count: Int
    let isLast: Bool

    /// The sheets of tables.
    static func sheets(of tables: [Table], rows: Int) -> [SheetPlan] {
        var names: Set<String> = []
        return tables.flatMap { table in
            let number = max(1, (table.count + rows - 1) / rows)
            let source = SheetRows(table)
            return (0..<number).map { index in
                SheetPlan(
                    name: unique(table.name, index, &names), table: table, source: source,
                    count: min(rows, table.count - index * rows), isLast: index == number - 1)
            }
        }
    }

    /// A name that a sheet may have and no other has: without `:\/?*[]`, and no apostrophe at its ends.
    private static func unique(_ name: String, _ index: Int, _ names: inout Set<String>) -> String {
        var plain = String(name.map { ":\\/?*[]".contains($0) ? "_" : $0 })
        while plain.hasPrefix("'") { plain.removeFirst() }
        while plain.hasSuffix("'") { plain.removeLast() }
        if plain.isEmpty { plain = "Sheet" }
        var number = index + 1
        while true {
            let suffix = number == 1 ? "" : " (\(number))"
            let candidate = shortened(plain, to: WorkbookWriter.name - suffix.utf16.count) + suffix
            // Programs take names that differ only in case for one.
            if names.insert(candidate.lowercased()).inserted { return candidate }
            number += 1
        }
    }

    private static func shortened(_ text: String, to limit: Int) -> String {
        var text = text
        while text.utf16.count > limit { text.removeLast() }
        return text
    }
}

/// The rows of a table, which one sheet after the other takes.
final class SheetRows {
    /// A closure that is stored anew for each row would be wrapped once more each time, and end the stack.
    private struct Begun {
        let rows: Table.Rows
    }

    private let table: Table
    private var begun: Begun?
    /// The number of rows that were taken.
    private(set) var taken = 0

    init(_ table: Table) { self.table = table }

    /// Takes the next row; `false` at the end.
    func take(_ row: inout [TableCell]) throws -> Bool {
        if begun == nil { begun = Begun(rows: try table.rows()) }
        guard let begun, try begun.rows(&row) else { return false }
        taken += 1
        return true
    }
}
