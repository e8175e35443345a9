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
    /// The feed's name and credit, for the points of a grid.
    let source: String
    let attribution: String?
    var splitter: RowSplitter?
    var header: Header?
    var intake: Intake
    var places = SpellingMemory<RowPlace>()
    var allergens = SpellingMemory<Allergen>()
    /// The names of a long table's allergens, in lower case.
    let allergenNames: [String: Allergen]
    let ignoredNames: Set<String>
    var units = SpellingMemory<FeedUnit>()

    init(
        format: FeedFormat, intake: Intake, stationIsKnown: Bool, source: String, attribution: String?
    ) {
        (self.source, self.attribution) = (source, attribution)
        self.format = format
        self.intake = intake
        self.stationIsKnown = stationIsKnown
        allergenNames = Dictionary(format.allergens.map { ($0.key.lowercased(), $0.value) }) { one, _ in one }
        ignoredNames = Set(format.ignored.map { $0.lowercased() })
    }

    var batch: Submission { _read { yield intake.batch } }

    /// Returns the batch and begins the next one.
    mutating func takeBatch(bytesRead: Int) -> Submission {
        var batch = Submission()
        swap(&batch, &intake.batch)
        intake.weather.move(into: &batch)
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
        switch header.shape {
        case .long(let columns):
            let place = try place(in: cells, of: bytes, header: header)
            try readLongRow(cells, of: bytes, header: header, columns: columns, at: place)
        case .wide(let columns):
            let place = try place(in: cells, of: bytes, header: header)
            try readWideRow(cells, of: bytes, header: header, columns: columns, at: place)
        case .weather(let columns):
            try readWeatherRow(cells, of: bytes, header: header, columns: columns)
        }
    }

    private mutating func readLongRow(
        _ cells: [Cell], of bytes: Span<UInt8>, header: Header, columns: Header.LongColumns,
        at place: RowPlace
    ) throws(CellFault) {
        guard
            let allergen = try allergen(in: cells[columns.allergen], of: bytes, column: columns.allergen)
        else {
            intake.batch.tally.missing += 1
            return
        }
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

    mutating func reject(_ fault: CellFault, in bytes: Span<UInt8>, header: Header) {
        let cells = splitter?.cells ?? []
        let value =
            fault.column < cells.count ? bytes.display(of: cells[fault.column], in: format.encoding) : ""
        let name = fault.column < header.names.count ? header.names[fault.column] : "cell \(fault.column + 1)"
        intake.batch.tally.reject(
            RejectedRow(line: splitter?.line ?? 0, column: name, value: value, rejection: fault.rejection))
    }
}
