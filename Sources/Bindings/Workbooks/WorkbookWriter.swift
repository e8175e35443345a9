import Dispatch
package import Foundation
import Synchronization
package import Tables
import Zipping

/// Writes tables as a workbook of Office Open XML (ECMA-376), in memory that does not grow with their rows.
///
/// Rows are made on the calling thread, some hundred at a time. On another, libzip asks for the content of a sheet piece
/// by piece while it compresses.
///
/// Each table has a sheet of its name, with the names of the columns in bold, frozen, and with filters. A table of more
/// rows than a sheet has continues on a further sheet, whose name has a number: `Responses`, `Responses (2)`. Texts stay
/// texts whatever they begin with, because only a formula element is one, and none is written.
package enum WorkbookWriter {
    /// Rows of a sheet below the names of the columns, of 1,048,576 in all (Excel specifications and limits).
    package static let rows = 1_048_575
    package static let columns = 16_384
    /// Characters of a cell, in units of UTF-16.
    package static let characters = 32_767
    /// Characters of the name of a sheet.
    static let name = 31

    /// Writes a workbook.
    ///
    /// - Parameters:
    ///   - tables: The tables, whose rows are made once each, in this order.
    ///   - file: Where; nothing may be there yet. After a failure there is no file.
    ///   - rows: Rows of a sheet at most.
    /// - Throws: ``TableFailure``, ``ZipFailure``, such as for a sheet of more than 4 GB, and what the rows throw.
    package static func write(_ tables: [Table], to file: URL, rows: Int = rows) throws {
        if let table = tables.first(where: { $0.columns.count > columns }) {
            throw TableFailure.tooManyColumns(table: table.name, atMost: columns)
        }
        let exchange = RowExchange()
        let outcome = Mutex<Result<Void, any Error>>(.success(()))
        let end = DispatchSemaphore(value: 0)
        let heads = tables.map(TableHead.init)
        let thread = Thread {
            let result = Result { try compress(heads, from: exchange, to: file, rows: rows) }
            outcome.withLock { $0 = result }
            exchange.close()
            end.signal()
        }
        thread.name = "workbook"
        thread.start()
        exchange.fill(from: tables)
        end.wait()
        try outcome.withLock { try $0.get() }
    }

    /// Writes the rows that come over an exchange.
    private static func compress(
        _ tables: [TableHead], from exchange: RowExchange, to file: URL, rows: Int
    ) throws {
        let sheets = SheetPlan.sheets(of: tables, exchange, rows: rows)
        let failure = FirstFailure()
        let writer = try ZipWriter(to: file)
        for (name, text) in WorkbookFrame.parts(sheets) { try writer.add(name, text) }
        for (index, sheet) in sheets.enumerated() {
            var pieces: SheetPieces?
            try writer.add("xl/worksheets/sheet\(index + 1).xml") {
                try failure.noting {
                    if pieces == nil { pieces = SheetPieces(sheet) }
                    return try pieces?.next()
                }
            }
        }
        do throws(ZipFailure) { try writer.close() } catch { throw failure.error ?? error }
    }
}

extension ZipWriter {
    fileprivate func add(_ name: String, _ text: String) throws(ZipFailure) {
        var rest: [UInt8]? = Array(text.utf8)
        try add(name) {
            defer { rest = nil }
            return rest
        }
    }
}

/// What went wrong first while libzip asked for pieces; libzip keeps only that something did.
private final class FirstFailure {
    private(set) var error: (any Error)?

    func noting<Value>(_ act: () throws -> Value) throws -> Value {
        do { return try act() } catch {
            self.error = self.error ?? error
            throw error
        }
    }
}
