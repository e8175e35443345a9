/// A sheet whose headings were understood.
struct HeadedSheet {
    struct Heading {
        let index: Int
        /// As it stands in the sheet.
        let text: String
        let column: FormColumn
        /// `nil` where the heading names none.
        let language: FormLanguage?
    }

    struct Row {
        /// From 1, as spreadsheets count.
        let number: Int
        fileprivate let cells: [String]

        subscript(heading: Heading) -> String {
            heading.index < cells.count ? cells[heading.index].trimmed : ""
        }
    }

    let name: String
    private(set) var headings: [Heading] = []
    private(set) var rows: [Row] = []
    private(set) var mistakes: [FormMistake] = []
    /// The columns with their languages, also those without content.
    private var known: Set<String> = []
    /// The places of the columns with content.
    private var filled: Set<Int> = []

    init(_ table: FormTable, columns: [String: FormColumn], name: String) {
        self.name = name
        for obstacle in table.obstacles {
            let place = place(row: obstacle.row + 1, index: obstacle.column, heading: nil)
            mistakes.append(FormMistake(.unreadableCell, at: place, obstacle.reason))
        }
        guard let first = table.rows.firstIndex(where: { $0.contains { !$0.trimmed.isEmpty } }) else {
            return
        }
        let head = table.rows[first]
        keepRows(table.rows[(first + 1)...], isComment: head.map { $0.trimmed.hasPrefix("_") })
        // With “::” somewhere, a colon is part of a name, such as jr:count.
        let hasDoubleColons = head.contains { $0.contains("::") }
        for index in 0..<max(head.count, (filled.max() ?? 0) + 1) {
            read(
                index < head.count ? head[index] : "", index, columns, at: first + 1,
                hasDoubleColons: hasDoubleColons)
        }
    }

    /// Keeps the rows with content, and which columns have any; comments are none.
    private mutating func keepRows(_ body: ArraySlice<[String]>, isComment: [Bool]) {
        for (number, cells) in zip(body.indices, body) {
            let content = cells.indices.filter { index in
                !(index < isComment.count && isComment[index]) && !cells[index].trimmed.isEmpty
            }
            if !content.isEmpty { rows.append(Row(number: number + 1, cells: cells)) }
            filled.formUnion(content)
        }
    }

    private func place(row: Int, index: Int, heading: String?) -> FormMistake.Place {
        .sheet(name, row: row, column: heading, letters: FormTable.letters(of: index))
    }

    private mutating func read(
        _ text: String, _ index: Int, _ columns: [String: FormColumn], at row: Int, hasDoubleColons: Bool
    ) {
        let place = place(row: row, index: index, heading: text.trimmed.isEmpty ? nil : text.trimmed)
        let isEmpty = !filled.contains(index)
        var parts = Self.parts(of: text, hasDoubleColons: hasDoubleColons)
        guard let column = Self.column(&parts, columns) else {
            // A column without content does no harm, and comments have none.
            if !isEmpty { refuse(parts.first ?? "", at: place) }
            return
        }
        let language = parts.first.flatMap { column.isTranslated ? LanguageHeading.language($0) : nil }
        if let name = parts.first, language == nil || parts.count > 1 {
            guard !isEmpty else { return }
            let reason =
                "the language “\(name)” is not known; write its code behind its name, as in “Kiswahili (sw)”"
            mistakes.append(FormMistake(.unknownLanguage, at: place, reason))
        } else if !known.insert("\(column.rawValue) \(language?.code ?? "")").inserted {
            mistakes.append(FormMistake(.repeatedColumn, at: place, "this column is there twice"))
        } else if !isEmpty || !column.isTranslated {
            // The languages of a form are those in which it says something.
            headings.append(Heading(index: index, text: text.trimmed, column: column, language: language))
        }
    }

    /// Refuses a column, with the reason if it is one of XLSForm.
    private mutating func refuse(_ heading: String, at place: FormMistake.Place) {
        guard let reason = FormColumn.unsupported[heading.lowercased().words(joinedBy: "_")] else {
            let reason =
                heading.isEmpty
                ? "this column has no heading"
                : "this column is not known; delete it, or put “_” before its heading"
            mistakes.append(FormMistake(.unknownColumn, at: place, reason))
            return
        }
        mistakes.append(FormMistake(.unsupportedColumn, at: place, reason))
    }

    private static func parts(of text: String, hasDoubleColons: Bool) -> [String] {
        guard !hasDoubleColons else {
            return text.split(separator: "::", omittingEmptySubsequences: false).map(\.trimmed)
        }
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(\.trimmed)
        if let prefix = parts.firstIndex(of: "jr"), prefix + 1 < parts.count {
            parts.replaceSubrange(prefix...(prefix + 1), with: ["jr:\(parts[prefix + 1])"])
        }
        return parts
    }

    /// The column that the first parts name, which are taken away.
    private static func column(_ parts: inout [String], _ columns: [String: FormColumn]) -> FormColumn? {
        let words = parts.map { $0.lowercased().words(joinedBy: "_") }
        for count in [2, 1] where words.count >= count {
            if let column = columns[words.prefix(count).joined(separator: "::")] {
                parts.removeFirst(count)
                return column
            }
        }
        return nil
    }

    func headings(of column: FormColumn) -> [Heading] { headings.filter { $0.column == column } }

    /// The content of a column that has no languages; empty if there is no such column.
    func cell(_ column: FormColumn, _ row: Row) -> String {
        headings(of: column).first.map { row[$0] } ?? ""
    }

    /// Where a cell is.
    func place(_ column: FormColumn?, row: Int?) -> FormMistake.Place {
        let heading = column.flatMap { headings(of: $0).first }
        return .sheet(
            name, row: row, column: heading?.text, letters: heading.map { FormTable.letters(of: $0.index) })
    }
}
