/// A small table in CSV with a header, read as a whole.
package struct TextTable: Sendable {
    package struct Row: Sendable {
        /// The line in the file, counted from 1.
        package let line: Int
        private let cells: [String: String]

        fileprivate init(line: Int, cells: [String: String]) { (self.line, self.cells) = (line, cells) }

        /// The text below a name; `nil` if there is none.
        package subscript(name: String) -> String? { cells[name].flatMap { $0.isEmpty ? nil : $0 } }
    }

    package let rows: [Row]

    /// Reads a table; the header shows whether its separator is `,`, `;` or tab.
    ///
    /// - Parameters:
    ///   - text: The file, in UTF-8.
    ///   - required: The columns that it has to have.
    ///   - optional: The columns that it may have, and no others; `nil` for any.
    /// - Throws: Why the file cannot be read as a whole.
    package init(_ text: [UInt8], required: [String], optional: [String]?) throws(FeedFailure) {
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let separator =
            [",", ";", "\t"].map { $0.utf8.first ?? 0 }.max { one, other in
                line.count { $0 == one } < line.count { $0 == other }
            } ?? UInt8(ascii: ",")
        let bytes = text.span
        var splitter = RowSplitter(separator: separator)
        var (names, rows, offset): ([String], [Row], Int) = ([], [], 0)
        while let next = try splitter.splitRow(in: bytes, at: offset, isLast: true) {
            offset = next
            if splitter.isBlank { continue }
            let cells = splitter.cells.map { String(decoding: bytes.bytes(of: $0), as: UTF8.self) }
            if names.isEmpty {
                names = cells.map { $0.lowercased() }
                try Self.check(names, required, optional)
                continue
            }
            let pairs = zip(names, cells).map { ($0, $1) }
            rows.append(Row(line: splitter.line, cells: Dictionary(pairs) { first, _ in first }))
        }
        guard !names.isEmpty else { throw .empty }
        guard offset == bytes.count else { throw .unterminatedQuote(line: splitter.followingLine) }
        self.rows = rows
    }

    private static func check(
        _ names: [String], _ required: [String], _ optional: [String]?
    ) throws(FeedFailure) {
        for name in required where !names.contains(name) { throw .missingColumn(name, found: names) }
        let allowed = optional.map { required + $0 } ?? names
        for (place, name) in names.enumerated() {
            guard allowed.contains(name) else { throw .unknownColumn(name, allowed: allowed) }
            guard !names[..<place].contains(name) else { throw .repeatedColumn(name) }
        }
    }
}
