import Allergens
import Foundation
import Observations

/// Why a cell was rejected.
struct CellFault: Error {
    let column: Int
    let rejection: ReadingRejection
}

/// Converts the bytes of rows into readings.
struct RowReader {
    let format: FeedFormat
    let stationIsKnown: Bool
    private var splitter: RowSplitter?
    private var header: Header?
    var intake: Intake
    var places = SpellingMemory<RowPlace>()
    var allergens = SpellingMemory<Allergen>()
    var units = SpellingMemory<FeedUnit>()

    init(format: FeedFormat, intake: Intake, stationIsKnown: Bool) {
        self.format = format
        self.intake = intake
        self.stationIsKnown = stationIsKnown
    }

    var batch: Submission { _read { yield intake.batch } }

    /// Returns the batch and begins the next one.
    mutating func takeBatch(bytesRead: Int) -> Submission {
        var batch = Submission()
        swap(&batch, &intake.batch)
        batch.bytesRead = bytesRead
        return batch
    }

    /// Reads the row at an offset.
    ///
    /// The first row is the header.
    ///
    /// - Returns: The start of the next row, or `nil` if the bytes end before the row does.
    mutating func readRow(of bytes: Span<UInt8>, at offset: Int, isLast: Bool) throws(FeedFailure) -> Int? {
        guard let header else { return try readHeader(of: bytes, isLast: isLast) }
        guard let next = try splitter?.splitRow(in: bytes, at: offset, isLast: isLast) else { return nil }
        guard let splitter, !splitter.isBlank else { return next }
        intake.batch.tally.rows += 1
        do {
            try readCells(splitter.cells, of: bytes, header: header)
        } catch {
            reject(error, in: bytes, header: header)
        }
        return next
    }
}

// MARK: - Header

extension RowReader {
    private mutating func readHeader(of bytes: Span<UInt8>, isLast: Bool) throws(FeedFailure) -> Int? {
        let start = try FeedStart.skipByteOrderMark(of: bytes)
        var best: (splitter: RowSplitter, end: Int)?
        for separator in format.separators {
            guard let row = try firstRow(of: bytes, at: start, separator: separator, isLast: isLast) else {
                continue
            }
            if row.splitter.cells.count > best?.splitter.cells.count ?? 0 { best = row }
        }
        guard let best else {
            if isLast { throw .empty }
            // Otherwise endless blank rows would be buffered for a header that never comes.
            guard bytes.count - start < FeedLimits.rowBytes else { throw .noHeader }
            return nil
        }
        var names: [String] = []
        for cell in best.splitter.cells {
            do {
                names.append(try bytes.text(of: cell, in: format.encoding))
            } catch {
                throw .unreadableHeader(encoding: format.encoding.rawValue)
            }
        }
        // Spreadsheets write empty columns at the end of every line.
        while names.last?.isEmpty == true { names.removeLast() }
        header = try Header(names: names, format: format, stationIsKnown: stationIsKnown)
        splitter = best.splitter
        return best.end
    }

    private func firstRow(
        of bytes: Span<UInt8>, at start: Int, separator: UInt8, isLast: Bool
    ) throws(FeedFailure) -> (splitter: RowSplitter, end: Int)? {
        var splitter = RowSplitter(separator: separator)
        var offset = start
        while let next = try splitter.splitRow(in: bytes, at: offset, isLast: isLast) {
            if !splitter.isBlank { return (splitter, next) }
            offset = next
        }
        return nil
    }
}

/// Checks the first bytes of a file.
private enum FeedStart {
    static func skipByteOrderMark(of bytes: Span<UInt8>) throws(FeedFailure) -> Int {
        if bytes.count >= 2, (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
        {
            throw .utf16
        }
        return bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }
}

// MARK: - Rows

extension RowReader {
    private mutating func readCells(
        _ cells: [Cell], of bytes: Span<UInt8>, header: Header
    ) throws(CellFault) {
        try checkForm(of: cells, header: header)
        for (column, value) in header.fixed where !bytes.cell(cells[column], equals: value) {
            let expected = String(decoding: value, as: UTF8.self)
            throw CellFault(column: column, rejection: .unreadable("only rows with “\(expected)” are read"))
        }
        let place = try place(in: cells, of: bytes, header: header)
        switch header.shape {
        case .long(let columns):
            try readLongRow(cells, of: bytes, header: header, columns: columns, at: place)
        case .wide(let columns):
            try readWideRow(cells, of: bytes, header: header, columns: columns, at: place)
        }
    }

    private mutating func readLongRow(
        _ cells: [Cell], of bytes: Span<UInt8>, header: Header, columns: Header.LongColumns,
        at place: RowPlace
    ) throws(CellFault) {
        let allergen = try allergen(in: cells[columns.allergen], of: bytes, column: columns.allergen)
        let extras = try extras(in: cells, of: bytes, columns: columns.extras)
        let period = try period(in: cells, of: bytes, header: header, at: place, extras: extras)
        var factor = 1.0
        if let unit = columns.unit {
            factor = try self.factor(in: cells[unit], of: bytes, column: unit, allergen: allergen)
        }
        var row = extras.row
        row.measured = try measured(
            in: cells[columns.value], of: bytes, column: columns.value, allergen: allergen, factor: factor)
        if let forecast = columns.forecast {
            row.forecast = try value(
                in: cells[forecast], of: bytes, column: forecast, allergen: allergen, factor: factor)
        }
        try keep(row, of: allergen, at: place, in: period, column: header.period)
    }

    private mutating func readWideRow(
        _ cells: [Cell], of bytes: Span<UInt8>, header: Header, columns: [Header.AllergenColumn],
        at place: RowPlace
    ) throws(CellFault) {
        let period = try period(in: cells, of: bytes, header: header, at: place)
        for (column, allergen) in columns {
            do throws(CellFault) {
                let measured = try measured(
                    in: cells[column], of: bytes, column: column, allergen: allergen, factor: 1)
                try keep(RowValue(measured: measured), of: allergen, at: place, in: period, column: column)
            } catch {
                reject(error, in: bytes, header: header)
            }
        }
    }

    private func checkForm(of cells: [Cell], header: Header) throws(CellFault) {
        if let broken = splitter?.brokenCell {
            throw CellFault(column: broken, rejection: .unreadable("text stands behind the closing quote"))
        }
        guard cells.count >= header.names.count else {
            let reason =
                "the row ends before this column: it has \(cells.count) of \(header.names.count) cells"
            throw CellFault(column: cells.count, rejection: .unreadable(reason))
        }
        for column in header.names.count..<max(cells.count, header.names.count) where !cells[column].isEmpty {
            throw CellFault(column: column, rejection: .unreadable("the header has no column for this cell"))
        }
    }

    private mutating func keep(
        _ row: RowValue, of allergen: Allergen, at place: RowPlace, in period: Reading.Period?, column: Int
    ) throws(CellFault) {
        do throws(ReadingRejection) {
            try intake.keep(row, of: allergen, at: place, in: period, line: splitter?.line ?? 0)
        } catch {
            let culprit =
                switch error {
                case .unfitNote: header?.extras?.note
                case .expectedBeforeIssue, .expectedTooFar: header?.extras?.valid
                default: column
                }
            throw CellFault(column: culprit ?? column, rejection: error)
        }
    }

    private mutating func reject(_ fault: CellFault, in bytes: Span<UInt8>, header: Header) {
        let cells = splitter?.cells ?? []
        let value =
            fault.column < cells.count ? bytes.display(of: cells[fault.column], in: format.encoding) : ""
        let name = fault.column < header.names.count ? header.names[fault.column] : "cell \(fault.column + 1)"
        intake.batch.tally.reject(
            RejectedRow(line: splitter?.line ?? 0, column: name, value: value, rejection: fault.rejection))
    }
}
