import Tables

/// What is known of a table before its rows are made.
struct TableHead: Sendable {
    let name: String
    let columns: [TableColumn]
    /// The rows that were announced.
    let count: Int

    init(_ table: Table) { (name, columns, count) = (table.name, table.columns, table.count) }
}

/// A sheet of a workbook that is written: some rows of a table.
struct SheetPlan {
    let name: String
    let table: TableHead
    /// Where the rows come from that the sheets of a table share.
    let source: SheetRows
    let count: Int
    let isLast: Bool

    /// The sheets of tables, whose rows come over an exchange.
    static func sheets(of tables: [TableHead], _ exchange: RowExchange, rows: Int) -> [SheetPlan] {
        var names: Set<String> = []
        return tables.flatMap { table in
            let number = max(1, (table.count + rows - 1) / rows)
            let source = SheetRows(of: exchange, width: table.columns.count)
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
    private let exchange: RowExchange
    private let width: Int
    private var batch = RowExchange.Batch()
    private var place = 0
    /// The number of rows that were taken.
    private(set) var taken = 0

    init(of exchange: RowExchange, width: Int) { (self.exchange, self.width) = (exchange, width) }

    /// The cells of the next row; `nil` at the end.
    ///
    /// - Throws: What the rows threw.
    func next() throws -> ArraySlice<TableCell>? {
        while place == batch.count {
            guard !batch.isLast else { return nil }
            (batch, place) = (try exchange.next(), 0)
        }
        defer { (place, taken) = (place + 1, taken + 1) }
        return batch.cells[(place * width)..<((place + 1) * width)]
    }
}
