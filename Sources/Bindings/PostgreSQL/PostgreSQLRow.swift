import CPostgreSQL

/// One row of an answer.
///
/// Columns count from 0. Values are read when they are asked for, so a row costs nothing that is not used.
package struct PostgreSQLRow {
    let answer: ServerAnswer
    let index: CInt

    /// The names of the columns, as the server answers them: in small letters unless the statement quotes them.
    package var columnNames: [String] { answer.columnNames }

    /// The value of a column, by its place.
    ///
    /// - Throws: ``PostgreSQLError/unfitValue(column:type:wanted:)`` when the column has another type, holds
    ///   NULL where the value cannot, or does not exist.
    package subscript<Value: PostgreSQLReadable>(column: Int) -> Value {
        get throws(PostgreSQLError) { try answer.value(row: index, column: CInt(clamping: column)) }
    }

    /// The value of a column, by the name that it has in the answer.
    package subscript<Value: PostgreSQLReadable>(column: String) -> Value {
        get throws(PostgreSQLError) { try answer.value(row: index, column: answer.column(column)) }
    }
}

/// The server's answer to a statement, and owner of its memory.
@safe final class ServerAnswer {
    private let result: OpaquePointer

    /// Takes a result over.
    @unsafe init(owning result: OpaquePointer) { unsafe self.result = unsafe result }

    deinit { unsafe PQclear(result) }

    var status: ExecStatusType { unsafe PQresultStatus(result) }

    var rowCount: CInt { unsafe PQntuples(result) }

    /// How many rows a statement changed.
    var changeCount: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The first value of the first row, as the text in which scripts are answered.
    var text: String? {
        guard rowCount > 0, unsafe PQgetisnull(result, 0, 0) == 0 else { return nil }
        return unsafe String(cString: PQgetvalue(result, 0, 0))
    }

    /// What was done, such as `COMMIT`.
    var command: String { unsafe String(cString: PQcmdStatus(result)) }

    var message: ServerMessage { unsafe ServerMessage(result) }

    var isFailure: Bool {
        switch status {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_PIPELINE_ABORTED: true
        default: false
        }
    }

    var columnNames: [String] {
        unsafe (0..<PQnfields(result)).map { place in
            unsafe PQfname(result, place).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// The place of a column; −1 when there is none.
    ///
    /// libpq reads a name as SQL does, in lower case unless it is quoted.
    func column(_ name: String) -> CInt { unsafe PQfnumber(result, "\"\(name)\"") }

    func value<Value: PostgreSQLReadable>(row: CInt, column: CInt) throws(PostgreSQLError) -> Value {
        guard column >= 0, unsafe column < PQnfields(result) else { throw unfit(column, type: 0, Value.self) }
        let type = unsafe PQftype(result, column)
        if unsafe PQgetisnull(result, row, column) == 1 {
            guard let null = Value.null else { throw unfit(column, type: type, Value.self) }
            return null
        }
        let memory = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        var reader = unsafe ValueReader(memory, type: type)
        do { return try Value(from: &reader) } catch { throw unfit(column, type: type, Value.self) }
    }

    private func unfit(_ column: CInt, type: UInt32, _ wanted: Any.Type) -> PostgreSQLError {
        let name = unsafe PQfname(result, column).map { unsafe String(cString: $0) }
        return .unfitValue(column: name ?? "\(column)", type: type, wanted: "\(wanted)")
    }
}
