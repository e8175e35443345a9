import Allergens
import Foundation

/// The rows at the beginning of a file, split by the separator that leads to a column of days.
struct DraftTable {
    let separator: UInt8
    /// Rows that are not blank.
    let rows: [[String]]
    /// The position of the column of days or times.
    let dateColumn: Int
    let form: StampForm
    /// Whether days and months can be told apart.
    let isAmbiguous: Bool
    /// The position of the header in ``rows``.
    let header: Int
    /// The position of the first row of readings.
    let firstReading: Int

    /// The number of rows that are looked at.
    private static let examined = 100_000

    /// The separators, those first that do not occur in numbers.
    private static let separators = Array(";\t|,".utf8)

    var names: [String] { rows[header] }

    /// The rows that have a day.
    let readings: [[String]]

    /// Splits a text.
    ///
    /// Returns `nil` if no column of it holds days with a header above them.
    init?(_ text: [UInt8]) {
        for separator in Self.separators {
            let rows = Self.rows(of: text, separator: separator)
            guard let dates = DateColumn(rows), dates.firstRow > 0 else { continue }
            let first = dates.firstRow
            self.separator = separator
            self.rows = rows
            dateColumn = dates.column
            form = dates.form
            isAmbiguous = dates.isAmbiguous
            firstReading = first
            header = Self.header(above: first, of: rows)
            readings = rows[first...].filter { row in
                dates.column < row.count && Self.stamp(row[dates.column], as: dates.form) != nil
            }
            return
        }
        return nil
    }

    /// Returns the cells of a column below the header.
    func cells(_ column: Int) -> [String] {
        readings.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }

    static func stamp(_ text: String, as form: StampForm) -> Stamp? {
        let bytes = Array(text.utf8)
        // A leap year, so that 29 February is a day.
        return bytes.span.stamp(of: Cell(start: 0, end: bytes.count), as: [form], year: 2000)
    }

    private static func rows(of text: [UInt8], separator: UInt8) -> [[String]] {
        let bytes = text.span
        var splitter = RowSplitter(separator: separator)
        var rows: [[String]] = []
        var offset = 0
        while rows.count < examined, let next = try? splitter.splitRow(in: bytes, at: offset, isLast: true) {
            if !splitter.isBlank {
                rows.append(splitter.cells.map { String(decoding: bytes.bytes(of: $0), as: UTF8.self) })
            }
            offset = next
        }
        return rows
    }

    /// Returns the row with the most names; of several, the last one.
    private static func header(above first: Int, of rows: [[String]]) -> Int {
        let counts = rows[..<first].map { row in row.count { $0.contains(where: \.isLetter) } }
        let most = counts.max() ?? 0
        return counts.lastIndex(of: most) ?? first - 1
    }
}

/// The column with the most days or times.
private struct DateColumn {
    let column: Int
    let form: StampForm
    let isAmbiguous: Bool
    let firstRow: Int

    /// The number of columns among which days are sought.
    private static let examined = 12
    /// The number of rows whose cells are tried in every form.
    private static let triedRows = 500

    init?(_ all: [[String]]) {
        let rows = all.prefix(Self.triedRows)
        let width = min(rows.map(\.count).max() ?? 0, Self.examined)
        // A single column means that the separator is another one.
        guard width > 1 else { return nil }
        var best: (column: Int, form: StampForm, count: Int)?
        var isAmbiguous = false
        for column in 0..<width {
            for form in StampForm.allCases {
                let count = rows.count { column < $0.count && DraftTable.stamp($0[column], as: form) != nil }
                if count > best?.count ?? 0 {
                    best = (column, form, count)
                    isAmbiguous = false
                } else if let best, best.column == column, best.count == count, best.form == .slashedDay,
                    form == .americanDay
                {
                    isAmbiguous = true
                }
            }
        }
        guard let best else { return nil }
        column = best.column
        form = best.form
        self.isAmbiguous = isAmbiguous
        let first = rows.firstIndex {
            best.column < $0.count && DraftTable.stamp($0[best.column], as: best.form) != nil
        }
        // Lines above the header have no days, and a footer has few rows.
        guard let first, best.count * 2 >= rows.count - first else { return nil }
        firstRow = first
    }
}
