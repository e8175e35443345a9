import Alerts
import Foundation
import PostgreSQL

/// Runs queries in a transaction of PostgreSQL.
final class PostgreSQLRunner: QueryRunner {
    let session: PostgreSQLSession
    /// What observers are to be notified of.
    private(set) var changes = CommittedChanges()

    init(_ session: PostgreSQLSession) { self.session = session }

    func rows(_ query: Query) throws -> [QueryRow] {
        var columns: QueryColumns?
        return try session.rows(query.statement) { row throws(PostgreSQLError) in
            try QueryRow(row, &columns)
        }
    }

    func forEachRow(_ query: Query, _ body: (QueryRow) throws -> Void) throws {
        var columns: QueryColumns?
        try session.forEach(query.statement) { try body(QueryRow($0, &columns)) }
    }

    func run(_ query: Query) throws -> Int { try session.execute(query.statement) }

    /// Runs a query and reads its rows as the server answers them, where only what is asked for is decoded.
    func rows<Value>(
        _ query: Query, _ read: (PostgreSQLRow) throws(PostgreSQLError) -> Value
    ) throws -> [Value] {
        try session.rows(query.statement, read)
    }

    /// Runs a query and hands on its rows, once all have come, where only what is asked for is decoded.
    func scan(_ query: Query, _ body: (PostgreSQLRow) throws(PostgreSQLError) -> Void) throws {
        try session.scan(query.statement, body)
    }

    /// Brings many rows into a table, the fastest way.
    ///
    /// - Parameters:
    ///   - table: The table with its columns.
    ///   - fill: Adds the rows, with exactly the types of the columns.
    /// - Throws: What it throws, or the error of the database.
    func copy(into table: String, _ fill: (inout CopyRows) throws -> Void) throws {
        try session.copy(into: table, fill)
    }

    func notify(of changes: CommittedChanges) { self.changes.add(changes) }
}

extension QueryRow {
    /// Reads a row; the names of the columns are read with the first.
    fileprivate init(_ row: PostgreSQLRow, _ columns: inout QueryColumns?) throws(PostgreSQLError) {
        let known = columns ?? QueryColumns(row.columnNames)
        columns = known
        var values: [StoredValue] = []
        values.reserveCapacity(known.count)
        for place in 0..<known.count { values.append((try row[place] as ReadValue).value) }
        self.init(known, values)
    }
}

extension Query {
    /// The text with `$1`, `$2` and so on for the parameters, each with its type.
    fileprivate var statement: PostgreSQLStatement {
        let parts = parts(in: .postgreSQL)
        var statement = PostgreSQLStatement.Parts(literalCapacity: 0, interpolationCount: parts.count)
        for part in parts {
            switch part {
            case .text(let text): statement.appendLiteral(text)
            case .either: preconditionFailure("the dialect was chosen")
            case .value(let value, let kind): statement.append(value, kind)
            case .numbers(let numbers): statement.append(numbers)
            }
        }
        return PostgreSQLStatement(stringInterpolation: statement)
    }
}

extension PostgreSQLStatement.Parts {
    /// Puts in a query that finds numbers.
    fileprivate mutating func append(_ numbers: [Int64]) {
        appendLiteral("SELECT unnest(")
        appendInterpolation(numbers)
        appendLiteral(")")
    }

    fileprivate mutating func append(_ value: StoredValue, _ kind: StoredValue.Kind) {
        switch value {
        case .integer(let number): appendInterpolation(number)
        case .real(let number): appendInterpolation(number)
        case .text(let text): appendInterpolation(text)
        case .blob(let bytes): appendInterpolation(Array(bytes))
        case .null: appendNull(kind)
        }
    }

    private mutating func appendNull(_ kind: StoredValue.Kind) {
        switch kind {
        case .integer: appendInterpolation(nil as Int64?)
        case .real: appendInterpolation(nil as Double?)
        case .text: appendInterpolation(nil as String?)
        case .blob: appendInterpolation(nil as [UInt8]?)
        }
    }
}

/// Whatever a column holds.
private struct ReadValue: PostgreSQLReadable {
    let value: StoredValue

    static var null: Self? { Self(value: .null) }

    init(value: StoredValue) { self.value = value }

    init(from reader: inout ValueReader) throws {
        value =
            switch reader.type {
            case Bool.type: .integer(try Bool(from: &reader) ? 1 : 0)
            case Int16.type, Int32.type, Int64.type: .integer(try Int64(from: &reader))
            case Float.type, Double.type: .real(try Double(from: &reader))
            case UInt8.listType: .blob(Data(try [UInt8](from: &reader)))
            default: .text(try String(from: &reader))
            }
    }
}
