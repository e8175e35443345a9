/// The content of one cell: a range of bytes without surrounding blanks and quotes.
struct Cell {
    var start: Int
    var end: Int
    /// Whether the cell was quoted, so that two quotes inside stand for one.
    var isQuoted = false

    var isEmpty: Bool { start == end }
}

/// Splits bytes into rows and cells as in RFC 4180, with any separator and any of CRLF, LF and CR.
///
/// It is more lenient than the RFC in two points that spreadsheets need. Blanks around a cell are dropped,
/// and a quote inside an unquoted cell is literal.
struct RowSplitter {
    let separator: UInt8
    /// The cells of the last row.
    private(set) var cells: [Cell] = []
    /// The line on which that row begins, counted from 1.
    private(set) var line = 0
    /// The first cell of that row with text after its closing quote.
    private(set) var brokenCell: Int?
    private var nextLine: Int

    /// Creates a splitter for the rows from a line on.
    init(separator: UInt8, line: Int = 1) {
        self.separator = separator
        nextLine = line
    }

    /// The line after that row.
    var followingLine: Int { nextLine }

    private enum Ending { case separator, lineBreak, incomplete }

    /// Splits the row at `start` into ``cells``.
    ///
    /// - Returns: The start of the next row, or `nil` if the bytes end before the row does.
    mutating func splitRow(in bytes: Span<UInt8>, at start: Int, isLast: Bool) throws(FeedFailure) -> Int? {
        guard start < bytes.count else { return nil }
        cells.removeAll(keepingCapacity: true)
        brokenCell = nil
        line = nextLine
        var offset = start
        var ending = Ending.separator
        while ending == .separator {
            guard cells.count < FeedLimits.columns else { throw .tooManyColumns(line: line) }
            ending = try splitCell(in: bytes, at: &offset, isLast: isLast)
            guard offset - start <= FeedLimits.rowBytes else { throw .rowTooLong(line: line) }
        }
        guard ending == .lineBreak else {
            nextLine = line
            return nil
        }
        nextLine += 1
        return offset
    }

    /// Whether every cell is empty, as in a blank line or a line of separators only.
    var isBlank: Bool { cells.allSatisfy { $0.isEmpty && !$0.isQuoted } }

    private mutating func splitCell(
        in bytes: Span<UInt8>, at offset: inout Int, isLast: Bool
    ) throws(FeedFailure) -> Ending {
        while offset < bytes.count, isBlank(bytes[offset]) { offset += 1 }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
            return try splitQuotedCell(in: bytes, at: &offset, isLast: isLast)
        }
        var cell = Cell(start: offset, end: offset)
        let ending = findEnd(in: bytes, at: &offset, cell: &cell, isLast: isLast)
        cells.append(cell)
        return ending
    }

    private mutating func splitQuotedCell(
        in bytes: Span<UInt8>, at offset: inout Int, isLast: Bool
    ) throws(FeedFailure) -> Ending {
        let openingLine = nextLine
        let opening = offset
        offset += 1
        guard skipToClosingQuote(in: bytes, at: &offset, isLast: isLast) else {
            guard !isLast, offset - opening <= FeedLimits.rowBytes
            else { throw .unterminatedQuote(line: openingLine) }
            return .incomplete
        }
        let cell = Cell(start: opening + 1, end: offset - 1, isQuoted: true)
        var rest = Cell(start: offset, end: offset)
        let ending = findEnd(in: bytes, at: &offset, cell: &rest, isLast: isLast)
        if rest.isEmpty {
            cells.append(cell)
        } else {
            brokenCell = brokenCell ?? cells.count
            cells.append(Cell(start: opening, end: rest.end))
        }
        return ending
    }

    /// Moves past the closing quote and counts lines on the way.
    private mutating func skipToClosingQuote(in bytes: Span<UInt8>, at offset: inout Int, isLast: Bool)
        -> Bool
    {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\"") {
                guard offset < bytes.count else { return isLast }
                guard bytes[offset] == UInt8(ascii: "\"") else { return true }
                offset += 1
            } else if byte == UInt8(ascii: "\n") {
                nextLine += 1
            } else if byte == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
                nextLine += 1
            }
        }
        return false
    }

    /// Moves past the separator or line break that ends a cell, and trims trailing blanks.
    private func findEnd(in bytes: Span<UInt8>, at offset: inout Int, cell: inout Cell, isLast: Bool)
        -> Ending
    {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == separator { return .separator }
            if byte == UInt8(ascii: "\n") { return .lineBreak }
            if byte == UInt8(ascii: "\r") {
                guard offset < bytes.count else { return isLast ? .lineBreak : .incomplete }
                if bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
                return .lineBreak
            }
            if !isBlank(byte) { cell.end = offset }
        }
        return isLast ? .lineBreak : .incomplete
    }

    private func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") && byte != separator
    }
}
