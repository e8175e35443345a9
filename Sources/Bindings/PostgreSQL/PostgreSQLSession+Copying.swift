import CPostgreSQL

/// Rows that `COPY` takes in, in its binary form.
package struct CopyRows {
    fileprivate var writer = ValueWriter()
    private let flush: (ValueWriter) throws(PostgreSQLError) -> Void
    /// How many rows were added.
    package private(set) var count = 0

    /// From how many bytes on rows are handed over: large pieces take few calls, and stay in the processor's
    /// cache.
    private static let piece = 1 << 16

    fileprivate init(_ flush: @escaping (ValueWriter) throws(PostgreSQLError) -> Void) {
        self.flush = flush
        // The signature, no flags, and no extension of the header (manual, page COPY).
        writer.put(Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0])
        writer.put(Int32(0))
        writer.put(Int32(0))
    }

    /// Adds a row.
    ///
    /// - Parameter values: One for each column, with exactly the column's type: `Int32` for `integer`, `Int`
    ///   for `bigint`; `nil` for NULL.
    /// - Throws: ``PostgreSQLError``.
    package mutating func append(row values: [(any PostgreSQLValue)?]) throws(PostgreSQLError) {
        writer.put(Int16(values.count))
        for value in values {
            if let value { writer.field(value) } else { writer.put(Int32(-1)) }
        }
        try endRow()
    }

    /// Adds a row whose values are written one after the other, which takes a fraction of the time.
    ///
    /// - Parameters:
    ///   - columns: How many values there are.
    ///   - write: Writes one for each column, with exactly the column's type.
    /// - Throws: ``PostgreSQLError``.
    package mutating func append(columns: Int, _ write: (inout ValueWriter) -> Void) throws(PostgreSQLError) {
        writer.put(Int16(columns))
        write(&writer)
        try endRow()
    }

    private mutating func endRow() throws(PostgreSQLError) {
        count += 1
        if let reason = writer.refusal { throw .unstorable(parameter: count, reason) }
        if writer.bytes.count >= Self.piece { try handOver() }
    }

    fileprivate mutating func finish() throws(PostgreSQLError) {
        writer.put(Int16(-1))
        try handOver()
    }

    private mutating func handOver() throws(PostgreSQLError) {
        try flush(writer)
        writer.clear()
    }
}

extension PostgreSQLSession {
    /// Brings many rows into a table with `COPY`, the fastest way.
    ///
    /// ```swift
    /// try session.copy(into: "reading (station, grains)") { rows in
    ///     for reading in readings { try rows.append(row: [reading.station, reading.grains]) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - table: The table with its columns.
    ///   - fill: Adds the rows; may not use the session. When it throws, no row is kept.
    /// - Returns: How many rows were added.
    /// - Throws: ``PostgreSQLError``, and what `fill` throws. In ``PostgreSQLError/unstorable(parameter:_:)``
    ///   the number is that of the row.
    @discardableResult
    package func copy(into table: String, _ fill: (inout CopyRows) throws -> Void) throws -> Int {
        let isAlone = !link.isInTransaction
        try beginCopy("COPY \(table) FROM STDIN (FORMAT binary)", expecting: PGRES_COPY_IN)
        do {
            var rows = CopyRows { [self] writer throws(PostgreSQLError) in
                var watch = StatementWatch(limits)
                try link.put(writer.bytes, &watch)
            }
            try fill(&rows)
            try rows.finish()
        } catch {
            try abandonCopy()
            throw error
        }
        // Until here the server keeps nothing.
        return try uncertain(isAlone) { () throws(PostgreSQLError) in
            try endCopy(nil)
            return try judged(try drain { _ in }).changeCount
        }
    }

    /// Reads what `COPY … TO STDOUT` puts out, in pieces of one row each.
    ///
    /// - Parameters:
    ///   - statement: The whole statement, with the format that is wanted.
    ///   - take: Gets each piece; may not use the session. When it throws, the server is asked to stop.
    /// - Returns: How many rows there were.
    /// - Throws: ``PostgreSQLError``, and what `take` throws.
    @discardableResult
    package func copyOut(_ statement: String, _ take: ([UInt8]) throws -> Void) throws -> Int {
        var failure: (any Error)?
        let count = try uncertain(!link.isInTransaction) { () throws(PostgreSQLError) in
            try beginCopy(statement, expecting: PGRES_COPY_OUT)
            var watch = StatementWatch(limits)
            while let piece = try link.take(&watch) {
                watch.restart(limits)
                guard failure == nil else { continue }
                do { try take(piece) } catch {
                    failure = error
                    link.canceller.cancelRunning()
                }
            }
            let last = try drain { _ in }
            return try failure == nil ? judged(last).changeCount : 0
        }
        if let failure {
            absorb(link.canceller.settle())
            throw failure
        }
        return count
    }

    private func beginCopy(_ statement: String, expecting status: ExecStatusType) throws(PostgreSQLError) {
        let answer = try exchange { () throws(PostgreSQLError) in
            try unsafe link.send { unsafe PQsendQuery($0, statement) }
        }
        precondition(answer.status == status, "the statement is no COPY of this direction: \(statement)")
    }

    /// Lets the server forget the rows of a copy.
    private func abandonCopy() throws(PostgreSQLError) {
        guard !link.isBroken else { return }
        try endCopy("the program stopped")
        _ = try drain { _ in }
    }

    /// The end of a copy needs room, too.
    private func endCopy(_ complaint: String?) throws(PostgreSQLError) {
        var watch = StatementWatch(limits)
        try link.flush(&watch)
        try unsafe link.send { unsafe PQputCopyEnd($0, complaint) }
    }
}
