import GRDB

extension Database {
    /// Runs an `INSERT` that returns the number of its row.
    ///
    /// - Throws: `DatabaseError` when the row cannot be inserted.
    func insertedNumber(_ insertion: SQL) throws -> Int64 {
        guard let number = try insertedNumberIfNew(insertion)
        else { preconditionFailure("an INSERT without ON CONFLICT inserts its row or throws") }
        return number
    }

    /// Runs an `INSERT` that returns the number of its row, unless it meets another row and does nothing.
    ///
    /// - Returns: The number; `nil` when nothing was inserted.
    /// - Throws: `DatabaseError` when the row cannot be inserted for another reason.
    func insertedNumberIfNew(_ insertion: SQL) throws -> Int64? {
        // SQLite checks foreign keys at the end of a statement, which a request for one row does not reach.
        try SQLRequest<Int64>(literal: insertion, cached: true).fetchAll(self).first
    }
}
