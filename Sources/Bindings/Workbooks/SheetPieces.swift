import Allergens
import Tables

/// A sheet as XML, piece by piece (ECMA-376, part 1, section 18.3).
struct SheetPieces {
    /// Bytes of a piece, about.
    private static let size = 1 << 17
    /// Days from 1899-12-30, from which spreadsheets count, to 1970-01-01.
    private static let firstDay = 25_569
    /// The first day after the 29 February 1900 that only spreadsheets know: earlier ones are written as texts.
    private static let firstSafeDay = 61

    private enum Step { case head, rows, tail, end }

    private let sheet: SheetPlan
    private var step = Step.head
    private var left: Int

    init(_ sheet: SheetPlan) { (self.sheet, left) = (sheet, sheet.count) }

    /// The next piece, or `nil` at the end.
    mutating func next() throws -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size + (1 << 14))
        switch step {
        case .end: return nil
        case .head:
            writeHead(to: &bytes)
            step = .rows
        case .rows:
            while bytes.count < Self.size, left > 0 {
                guard let row = try sheet.source.next() else { throw otherCount }
                left -= 1
                try write(row, to: &bytes)
            }
            if left == 0 { step = .tail }
        case .tail:
            if sheet.isLast, try sheet.source.next() != nil { throw otherCount }
            writeTail(to: &bytes)
            step = .end
        }
        return bytes
    }

    private var otherCount: TableFailure {
        .otherCount(table: sheet.table.name, announced: sheet.table.count)
    }

    private func writeHead(to bytes: inout [UInt8]) {
        bytes +=
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <worksheet xmlns="\(WorkbookFrame.main)"><sheetViews><sheetView workbookViewId="0">\
            <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
            </sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData><row>
            """.utf8
        for column in sheet.table.columns {
            // A name that is too long would be one of a program, and columns are named by us.
            bytes += "<c s=\"1\" t=\"inlineStr\"><is><t>".utf8
            CellText.write(column.name, to: &bytes)
            bytes += "</t></is></c>".utf8
        }
        bytes += "</row>".utf8
    }

    private func writeTail(to bytes: inout [UInt8]) {
        bytes += "</sheetData>".utf8
        if !sheet.table.columns.isEmpty {
            let last = CellText.letters(of: sheet.table.columns.count - 1)
            bytes += "<autoFilter ref=\"A1:\(last)\(sheet.count + 1)\"/>".utf8
        }
        bytes += "</worksheet>".utf8
    }

    /// Cells need no address as long as none before them is left out, so empty ones are written too.
    private func write(_ row: ArraySlice<TableCell>, to bytes: inout [UInt8]) throws {
        append("<row>", to: &bytes)
        for (index, cell) in row.enumerated() {
            switch cell {
            case .empty: append("<c/>", to: &bytes)
            case .text(let text): try write(text, column: index, to: &bytes)
            case .whole(let number):
                // Spreadsheets keep numbers as Double; a larger one would lose its last digits.
                if number.magnitude <= 1 << 53 {
                    append("<c><v>", to: &bytes)
                    bytes.append(decimal: number)
                    append("</v></c>", to: &bytes)
                } else {
                    try write(String(number), column: index, to: &bytes)
                }
            case .number(let number): write(number, to: &bytes)
            case .day(let day):
                let serial = day.daysSinceEpoch + Self.firstDay
                guard serial >= Self.firstSafeDay else {
                    try write(day.description, column: index, to: &bytes)
                    continue
                }
                append("<c s=\"2\"><v>", to: &bytes)
                bytes.append(decimal: serial)
                append("</v></c>", to: &bytes)
            }
        }
        append("</row>", to: &bytes)
    }

    private func write(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else { return append("<c/>", to: &bytes) }
        append("<c><v>", to: &bytes)
        bytes.append(decimal: number)
        append("</v></c>", to: &bytes)
    }

    private func write(_ text: String, column: Int, to bytes: inout [UInt8]) throws {
        // A text of so many bytes may have fewer characters, but not more.
        guard text.utf8.count <= WorkbookWriter.characters || text.utf16.count <= WorkbookWriter.characters
        else {
            throw TableFailure.tooLong(
                table: sheet.table.name, row: sheet.source.taken,
                column: sheet.table.columns[column].name, atMost: WorkbookWriter.characters)
        }
        append("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">", to: &bytes)
        CellText.write(text, to: &bytes)
        append("</t></is></c>", to: &bytes)
    }

    /// Adds a literal, whose bytes are there already.
    @inline(__always)
    private func append(_ literal: StaticString, to bytes: inout [UInt8]) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}
