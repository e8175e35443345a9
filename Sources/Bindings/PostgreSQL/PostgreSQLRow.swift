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

/// Columns as they are read where there are tens of thousands of rows: by functions of one type, which take a fraction
/// of the time.
extension PostgreSQLRow {
    /// The value of a `bigint` column, by its place.
    ///
    /// - Throws: ``PostgreSQLError/unfitValue(column:type:wanted:)`` as the subscript does.
    package func number(_ column: Int) throws(PostgreSQLError) -> Int64 {
        guard let number = try answer.number(row: index, column: CInt(clamping: column))
        else { throw answer.unfit(CInt(clamping: column), Int64.self) }
        return number
    }

    /// The value of a `bigint` column, by its place; `nil` for NULL.
    ///
    /// - Throws: ``PostgreSQLError/unfitValue(column:type:wanted:)`` as the subscript does.
    package func number(ifAny column: Int) throws(PostgreSQLError) -> Int64? {
        try answer.number(row: index, column: CInt(clamping: column))
    }

    /// The number that the eight bytes of a `bytea` are in the memory of this machine.
    ///
    /// - Throws: ``PostgreSQLError/unfitValue(column:type:wanted:)`` also when there are more or fewer bytes.
    package func eightBytes(_ column: Int) throws(PostgreSQLError) -> UInt64 {
        let place = CInt(clamping: column)
        guard let word = try answer.word(row: index, column: place, type: UInt8.listType, UInt64.self)
        else { throw answer.unfit(place, UInt64.self) }
        return word
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

    /// A `bigint`; `nil` for NULL.
    func number(row: CInt, column: CInt) throws(PostgreSQLError) -> Int64? {
        try word(row: row, column: column, type: Int64.type, Int64.self)
            .map { Int64(bitPattern: UInt64(bigEndian: $0)) }
    }

    /// The eight bytes of a value, as they are in memory; `nil` for NULL.
    func word(
        row: CInt, column: CInt, type: UInt32, _ wanted: Any.Type
    ) throws(PostgreSQLError) -> UInt64? {
        guard column >= 0, unsafe column < PQnfields(result), unsafe PQftype(result, column) == type
        else { throw unfit(column, wanted) }
        if unsafe PQgetisnull(result, row, column) == 1 { return nil }
        guard unsafe PQgetlength(result, row, column) == 8, let value = unsafe PQgetvalue(result, row, column)
        else { throw unfit(column, wanted) }
        return unsafe UnsafeRawPointer(value).loadUnaligned(as: UInt64.self)
    }

    /// The error of a column that cannot be read as what is wanted.
    func unfit(_ column: CInt, _ wanted: Any.Type) -> PostgreSQLError {
        guard column >= 0, unsafe column < PQnfields(result) else { return unfit(column, type: 0, wanted) }
        return unsafe unfit(column, type: PQftype(result, column), wanted)
    }

    private func unfit(_ column: CInt, type: UInt32, _ wanted: Any.Type) -> PostgreSQLError {
        let name = unsafe PQfname(result, column).map { unsafe String(cString: $0) }
        return .unfitValue(column: name ?? "\(column)", type: type, wanted: "\(wanted)")
    }
}
