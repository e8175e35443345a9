import Allergens

/// A table as comma-separated values (RFC 4180), piece by piece, in UTF-8 with a byte order mark.
///
/// Excel takes a file without that mark for one of its own code page. A text that a spreadsheet would take for a
/// formula,
/// because it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, gets an apostrophe before it, as OWASP
/// advises (“CSV Injection”). So does one that begins with an apostrophe: who removes one apostrophe from each text
/// that begins with
/// one has what was answered. Numbers, days and names of columns stay as they are.
package struct CSVPieces {
    /// Bytes of a piece, about.
    private static let size = 1 << 16

    private let table: Table
    private let rows: Table.Rows
    private var row: [TableCell]
    private var count = 0
    private var hasBegun = false
    private var hasEnded = false

    package init(_ table: Table) throws {
        self.table = table
        rows = try table.rows()
        row = Array(repeating: .empty, count: table.columns.count)
    }

    /// The next piece, or `nil` at the end.
    ///
    /// - Throws: ``TableFailure/otherCount(table:announced:)``, and what the rows throw.
    package mutating func next() throws -> [UInt8]? {
        guard !hasEnded else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size + 4_096)
        if !hasBegun {
            bytes += [0xEF, 0xBB, 0xBF]
            Self.write(table.columns.map { .text($0.name) }, to: &bytes)
            hasBegun = true
        }
        while bytes.count < Self.size {
            guard try rows(&row) else {
                hasEnded = true
                guard count == table.count else { throw failure }
                return bytes
            }
            count += 1
            guard count <= table.count else { throw failure }
            Self.write(row, to: &bytes)
        }
        return bytes
    }

    private var failure: TableFailure { .otherCount(table: table.name, announced: table.count) }

    private static func write(_ row: [TableCell], to bytes: inout [UInt8]) {
        for (index, cell) in row.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch cell {
            case .empty: break
            case .text(let text): write(text, to: &bytes)
            case .whole(let number): bytes.append(decimal: number)
            case .number(let number): if number.isFinite { bytes.append(decimal: number) }
            case .day(let day):
                let parts = day.components
                bytes.append(year: parts.year, month: parts.month, day: parts.day)
            }
        }
        bytes += [0x0D, 0x0A]
    }

    /// A text as it stands in a cell, with an apostrophe before what a spreadsheet would take for a formula.
    package static func protected(_ text: String) -> String {
        let isFormula = text.utf8.first.map { "=+-@\t\r'".utf8.contains($0) } ?? false
        return isFormula ? "'" + text : text
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isQuoted = text.utf8.contains { $0 == quote || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
        if isQuoted { bytes.append(quote) }
        for byte in protected(text).utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        if isQuoted { bytes.append(quote) }
    }
}
