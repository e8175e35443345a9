package import Alerts

/// Runs queries in one transaction of a store, whatever database is behind it.
///
/// Queries are written in what SQLite and PostgreSQL share; `scripts/check` knows what they do not. The rest is
/// settled where a runner reads and writes values, so that no query has to think of it:
///
/// - Parameters: SQLite counts them by their places, PostgreSQL by numbers, and it wants the type of each.
/// - Names of columns: PostgreSQL answers in small letters, so rows are read in any case.
/// - Truth: SQLite answers 1 or 0, PostgreSQL a `boolean`; both are read as a `Bool`.
/// - Integers: every column is a `bigint` in PostgreSQL, and a sum of them is cast back: `CAST(sum(size) AS bigint)`.
///
/// Where one of them has no word for what the other says, a query holds both: `\(sqlite: "…", postgreSQL: "…")`.
package protocol QueryRunner: AnyObject {
    /// Runs a query and reads all rows that it finds.
    func rows(_ query: Query) throws -> [QueryRow]
    /// Runs a query and hands its rows on one by one.
    ///
    /// The body may not run other queries.
    func forEachRow(_ query: Query, _ body: (QueryRow) throws -> Void) throws
    /// Runs a query that finds nothing.
    ///
    /// - Returns: The number of rows that it inserted, changed or deleted.
    @discardableResult func run(_ query: Query) throws -> Int
    /// Waits until nobody else holds a lock, and then holds it until the transaction ends.
    func hold(_ lock: RowLock) throws
    /// Notifies the observers of the store once the transaction is durable.
    func notify(of changes: CommittedChanges)
}

extension QueryRunner {
    /// Runs a query and reads the first row that it finds.
    package func row(_ query: Query) throws -> QueryRow? { try rows(query).first }

    /// Runs a query and reads the first column of the first row that it finds.
    ///
    /// - Returns: `nil` when it finds nothing. A column that may be NULL is read as an optional.
    /// - Throws: ``MisreadColumn``, or the error of the database.
    package func value<Value: StorableValue>(
        _ query: Query, as type: Value.Type = Value.self
    ) throws -> Value? {
        try row(query)?.first(as: type)
    }

    /// Runs an `INSERT` without `ON CONFLICT` that returns the number of its row.
    ///
    /// - Throws: The error of the database when the row cannot be inserted.
    func insertedNumber(_ insertion: Query) throws -> Int64 {
        guard let number = try value(insertion, as: Int64.self)
        else { preconditionFailure("an INSERT without ON CONFLICT inserts its row or throws") }
        return number
    }
}
