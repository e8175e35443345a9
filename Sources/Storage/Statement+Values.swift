import Foundation
import GRDB
import GRDBSQLite

extension Statement {
    /// Runs a statement that returns no rows with values for all of its parameters, in their order.
    ///
    /// It does what `execute(arguments:)` does for a statement of this kind in a third of the time, which counts where a
    /// bulk load runs one a million times.
    ///
    /// - Throws: `DatabaseError` with what SQLite says.
    func run(_ values: [DatabaseValue]) throws {
        precondition(values.count == Int(sqlite3_bind_parameter_count(sqliteStatement)))
        defer { sqlite3_reset(sqliteStatement) }
        for (index, value) in values.enumerated() { bind(value, at: CInt(index + 1)) }
        guard sqlite3_step(sqliteStatement) == SQLITE_DONE else { throw failure }
    }

    private func bind(_ value: DatabaseValue, at index: CInt) {
        // SQLite copies what it is given before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value.storage {
        case .null: sqlite3_bind_null(sqliteStatement, index)
        case .int64(let number): sqlite3_bind_int64(sqliteStatement, index, number)
        case .double(let number): sqlite3_bind_double(sqliteStatement, index, number)
        case .string(let text): sqlite3_bind_text(sqliteStatement, index, text, -1, copied)
        case .blob(let data) where data.isEmpty: sqlite3_bind_zeroblob(sqliteStatement, index, 0)
        case .blob(let data):
            _ = data.withUnsafeBytes {
                sqlite3_bind_blob(sqliteStatement, index, $0.baseAddress, CInt($0.count), copied)
            }
        }
    }

    private var failure: DatabaseError {
        let connection = sqlite3_db_handle(sqliteStatement)
        return DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)), sql: sql)
    }
}
