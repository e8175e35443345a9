import Alerts
import Foundation
import GRDB

/// Runs queries in a transaction of SQLite.
final class SQLiteRunner: QueryRunner {
    private let database: Database
    /// What observers are to be notified of.
    private(set) var changes: [CommittedChanges] = []

    init(_ database: Database) { self.database = database }

    func rows(_ query: Query) throws -> [QueryRow] {
        var rows: [QueryRow] = []
        try forEachRow(query) { rows.append($0) }
        return rows
    }

    func forEachRow(_ query: Query, _ body: (QueryRow) throws -> Void) throws {
        let statement = try database.cachedStatement(sql: query.textOfSQLite)
        let columns = QueryColumns(statement.columnNames)
        let rows = try Row.fetchCursor(statement, arguments: query.arguments)
        while let row = try rows.next() {
            try body(QueryRow(columns, row.databaseValues.map(StoredValue.init)))
        }
    }

    func run(_ query: Query) throws -> Int {
        try database.cachedStatement(sql: query.textOfSQLite).execute(arguments: query.arguments)
        return database.changesCount
    }

    /// There is one writer, which has everything to itself.
    func hold(_: RowLock) {}

    func notify(of changes: CommittedChanges) { self.changes.append(changes) }
}

extension Query {
    /// The query as a part of a request that is not written over ``QueryRunner``.
    var literal: SQL { SQL(sql: textOfSQLite, arguments: arguments) }

    /// The text with a `?` for each parameter.
    ///
    /// A value without any bytes stands in the text, since GRDB lends SQLite no address for it, which means NULL:
    /// https://sqlite.org/c3ref/bind_blob.html
    fileprivate var textOfSQLite: String {
        parts(in: .sqlite).map { part in
            switch part {
            case .text(let text): text
            case .either: preconditionFailure("the dialect was chosen")
            case .numbers: "SELECT value FROM json_each(?)"
            case .value(.emptyBlob, _): "zeroblob(0)"
            case .value: "?"
            }
        }.joined()
    }

    fileprivate var arguments: StatementArguments {
        StatementArguments(
            parts(in: .sqlite).compactMap { part -> DatabaseValue? in
                switch part {
                case .numbers(let numbers):
                    "[\(numbers.map(String.init).joined(separator: ","))]".databaseValue
                case .value(let value, _) where value != .emptyBlob: value.databaseValue
                case .text, .either, .value: nil
                }
            })
    }
}

extension StoredValue {
    fileprivate static let emptyBlob = StoredValue.blob(Data())

    init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .real(number)
            case .string(let text): .text(text)
            case .blob(let bytes): .blob(bytes)
            }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): bytes.databaseValue
        }
    }
}
