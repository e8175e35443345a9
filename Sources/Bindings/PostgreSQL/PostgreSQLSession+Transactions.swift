import CPostgreSQL

/// What a transaction sees of others (PostgreSQL manual, section 13.2).
package enum PostgreSQLIsolation: String, Sendable {
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
    /// All statements see what was committed before the first.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after the other; may fail with a conflict.
    case serializable = "SERIALIZABLE"
}

extension PostgreSQLSession {
    /// Does something wholly or not at all.
    ///
    /// - Parameters:
    ///   - isolation: What it sees of others.
    ///   - readOnly: Whether it only reads.
    ///   - mark: The newest schema whose rows the body can write, if others may change the tables meanwhile.
    ///   - body: What it does.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, after which nothing is kept; ``PostgreSQLError/rolledBack`` when the
    ///   body kept an error to itself; ``PostgreSQLError/unconfirmed(_:)`` and
    ///   ``PostgreSQLError/lost(_:outcomeUnknown:)`` when it is not certain that everything is kept;
    ///   ``PostgreSQLError/newerSchema(found:known:)`` instead of the body.
    @discardableResult
    package func transaction<Value>(
        _ isolation: PostgreSQLIsolation = .readCommitted, readOnly: Bool = false,
        under mark: SchemaMark? = nil, _ body: (PostgreSQLSession) throws -> Value
    ) throws -> Value {
        if link.isBroken { throw PostgreSQLError.lost("it broke before", outcomeUnknown: false) }
        precondition(!link.isInTransaction, "a transaction cannot begin within another")
        let value: Value
        do {
            try begin(isolation, readOnly: readOnly, under: mark)
            value = try body(self)
        } catch {
            rollBack()
            throw error
        }
        try commit()
        return value
    }

    /// Begins a transaction; where that fails, nothing is in doubt.
    private func begin(
        _ isolation: PostgreSQLIsolation, readOnly: Bool, under mark: SchemaMark?
    ) throws(PostgreSQLError) {
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(readOnly ? " READ ONLY" : "")"
        do {
            guard let mark else { return try script(begin) }
            precondition(isolation == .readCommitted, "a version read before the wait may be old")
            try mark.confirm(try scripted("\(begin); \(SchemaMark.waiting)"))
        } catch .lost(let words, _) {
            throw .lost(words, outcomeUnknown: false)
        }
    }

    private func commit() throws(PostgreSQLError) {
        let answer: ServerAnswer
        do {
            answer = try exchange { () throws(PostgreSQLError) in
                try unsafe link.send { unsafe PQsendQuery($0, "COMMIT") }
            }
        } catch .lost(let words, _) {
            throw .lost(words, outcomeUnknown: true)
        } catch .cancelled where link.isInTransaction {
            rollBack()
            throw .cancelled
        }
        // "COMMIT of a failed transaction" is answered with success and this word.
        if answer.command == "ROLLBACK" { throw .rolledBack }
    }

    /// Ends the transaction without keeping anything; also when the work was cancelled.
    ///
    /// Where that fails, the connection is broken, and the server rolls back by itself.
    private func rollBack() {
        guard !link.isBroken, link.isInTransaction else { return }
        do {
            try unsafe link.send { unsafe PQsendQuery($0, "ROLLBACK") }
            _ = try drain { _ in }
        } catch {}
    }
}
