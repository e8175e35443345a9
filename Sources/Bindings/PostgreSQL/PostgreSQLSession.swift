import CPostgreSQL

/// What can be done on one connection, for as long as a piece of work has it.
///
/// All calls block the thread of the connection until the server has answered. After an error within a
/// transaction the server refuses everything until the end of the transaction.
package final class PostgreSQLSession {
    let link: ServerLink
    let limits: PostgreSQLLimits
    private var prepared = PreparedStatements()
    /// What the connection works for.
    var ticket = WorkTicket()
    /// Whether rows of an earlier statement still come in.
    private var isStreaming = false
    /// Whether no further work may use the connection.
    private(set) var isSpent = false

    init(_ link: ServerLink, _ limits: PostgreSQLLimits) {
        self.link = link
        self.limits = limits
    }

    /// Runs a statement.
    ///
    /// - Returns: How many rows it changed, or found.
    /// - Throws: ``PostgreSQLError``.
    @discardableResult
    package func execute(_ statement: PostgreSQLStatement) throws(PostgreSQLError) -> Int {
        try answer(statement).changeCount
    }

    /// Runs a statement and reads all rows that it finds.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func rows<Value>(
        _ statement: PostgreSQLStatement, _ read: (PostgreSQLRow) throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> [Value] {
        let answer = try answer(statement)
        var values: [Value] = []
        values.reserveCapacity(Int(answer.rowCount))
        for index in 0..<answer.rowCount {
            values.append(try read(PostgreSQLRow(answer: answer, index: index)))
        }
        return values
    }

    /// Runs a statement and hands on the rows that it finds, once all have come.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func scan(
        _ statement: PostgreSQLStatement, _ body: (PostgreSQLRow) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        let answer = try answer(statement)
        for index in 0..<answer.rowCount { try body(PostgreSQLRow(answer: answer, index: index)) }
    }

    /// Runs a statement and reads the first row that it finds.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func row<Value>(
        _ statement: PostgreSQLStatement, _ read: (PostgreSQLRow) throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> Value? {
        let answer = try answer(statement)
        return answer.rowCount == 0 ? nil : try read(PostgreSQLRow(answer: answer, index: 0))
    }

    /// Runs a statement and reads the first column of the first row that it finds.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func value<Value: PostgreSQLValue>(
        _ statement: PostgreSQLStatement, as _: Value.Type = Value.self
    ) throws(PostgreSQLError) -> Value? {
        try row(statement) { row throws(PostgreSQLError) in try row[0] }
    }

    /// Runs statements without parameters, such as a schema, in one transaction unless they say otherwise.
    ///
    /// - Throws: ``PostgreSQLError``; nothing was done then.
    package func script(_ text: String) throws(PostgreSQLError) { _ = try scripted(text) }

    /// Runs statements without parameters, and returns the answer to the last of them.
    func scripted(_ text: String) throws(PostgreSQLError) -> ServerAnswer {
        try exchange { () throws(PostgreSQLError) in try unsafe link.send { unsafe PQsendQuery($0, text) } }
    }

    /// Runs a statement and hands its rows on one by one, which takes memory for one row only.
    ///
    /// The body may not use the session. When it throws, the server is asked to stop, and the rest is thrown
    /// away; a transaction around it can then only be rolled back.
    ///
    /// - Throws: ``PostgreSQLError``, and what the body throws.
    package func forEach(_ statement: PostgreSQLStatement, _ body: (PostgreSQLRow) throws -> Void) throws {
        let name = try prepare(statement)
        try begin()
        var failure: (any Error)?
        try uncertain(!link.isInTransaction) { () throws(PostgreSQLError) in
            try unsafe link.send { unsafe sendPrepared($0, name, statement.parameters) }
            try unsafe link.send { unsafe PQsetSingleRowMode($0) }
            let last = try streamed { answer in
                guard failure == nil else { return }
                do { try body(PostgreSQLRow(answer: answer, index: 0)) } catch {
                    failure = error
                    link.canceller.cancelRunning()
                }
            }
            if failure == nil { _ = try judged(last) }
        }
        if let failure {
            absorb(link.canceller.settle())
            throw failure
        }
    }

    private func streamed(_ row: (ServerAnswer) -> Void) throws(PostgreSQLError) -> ServerAnswer? {
        isStreaming = true
        defer { isStreaming = false }
        return try drain(row)
    }

    /// Lets no further work use the connection.
    func spend() { isSpent = true }

    // MARK: Exchanges

    private func answer(_ statement: PostgreSQLStatement) throws(PostgreSQLError) -> ServerAnswer {
        let name = try prepare(statement)
        return try exchange { () throws(PostgreSQLError) in
            try unsafe link.send { unsafe sendPrepared($0, name, statement.parameters) }
        }
    }

    /// Prepares a statement unless the connection has it, and returns its name.
    private func prepare(_ statement: PostgreSQLStatement) throws(PostgreSQLError) -> String {
        if let refusal = statement.parameters.refusal { throw refusal }
        let types = statement.parameters.types
        let form = PreparedStatements.Form(text: statement.text, types: types)
        if let name = prepared.name(of: form) { return name }
        if let oldest = prepared.surplus() { try script("DEALLOCATE \(oldest)") }
        let name = prepared.nextName()
        _ = try exchange { () throws(PostgreSQLError) in
            try unsafe link.send { unsafe PQsendPrepare($0, name, statement.text, CInt(types.count), types) }
        }
        prepared.add(name, for: form)
        return name
    }

    /// Sends something and waits for the answer to it.
    func exchange(_ send: () throws(PostgreSQLError) -> Void) throws(PostgreSQLError) -> ServerAnswer {
        try begin()
        return try uncertain(!link.isInTransaction) { () throws(PostgreSQLError) in
            try send()
            return try judged(try drain { _ in })
        }
    }

    /// Does what the server may keep although its answer is lost, unless a transaction is around it.
    func uncertain<Value>(
        _ isAlone: Bool, _ work: () throws(PostgreSQLError) -> Value
    ) throws(PostgreSQLError) -> Value {
        do { return try work() } catch .lost(let words, _) {
            throw .lost(words, outcomeUnknown: isAlone)
        }
    }

    /// Looks whether something may be sent.
    func begin() throws(PostgreSQLError) {
        precondition(!isStreaming, "the rows of a statement still come in: read them first")
        if ticket.isCancelled { throw .cancelled }
    }

    /// Takes all answers to what was sent, and returns the first failure, or else the last answer.
    func drain(_ row: (ServerAnswer) -> Void) throws(PostgreSQLError) -> ServerAnswer? {
        var watch = StatementWatch(limits)
        var last: ServerAnswer?
        while let answer = try next(&watch, after: last) {
            watch.restart(limits)
            if answer.status == PGRES_SINGLE_TUPLE {
                row(answer)
            } else if last?.isFailure != true {
                last = answer
            }
            if answer.isCopying { break }
        }
        return last
    }

    /// The next answer; `nil` also where a pooler has said why it closes the connection.
    private func next(
        _ watch: inout StatementWatch, after last: ServerAnswer?
    ) throws(PostgreSQLError) -> ServerAnswer? {
        do { return try link.next(&watch) } catch {
            guard let last, last.isFailure, last.message.isOfStatementPooler else { throw error }
            return nil
        }
    }

    /// The answer, unless it is a failure or a commit that no standby confirmed.
    func judged(_ answer: ServerAnswer?) throws(PostgreSQLError) -> ServerAnswer {
        guard let answer else { throw .lost("it answered nothing", outcomeUnknown: false) }
        if answer.isFailure {
            let message = answer.message
            let error = PostgreSQLError(message, isCancelled: ticket.isCancelled)
            switch error {
            case .readOnly, .transactionPooler, .lost: isSpent = true
            default: isSpent = isSpent || message.isStalePlan
            }
            throw error
        }
        if let message = link.takeUnconfirmedCommit() { throw .unconfirmed(message) }
        return answer
    }
}

extension ServerAnswer {
    /// Whether the server now waits for rows, or sends some.
    var isCopying: Bool { status == PGRES_COPY_IN || status == PGRES_COPY_OUT }
}

/// Sends a prepared statement with its parameters, and asks for an answer in binary.
@unsafe private func sendPrepared(
    _ connection: OpaquePointer, _ name: String, _ parameters: StatementParameters
) -> CInt {
    let lengths = parameters.places.map { CInt($0?.count ?? 0) }
    let formats = [CInt](repeating: 1, count: lengths.count)
    return unsafe parameters.bytes.withUnsafeBytes { memory in
        // A parameter without bytes is not NULL, so it needs an address, too.
        var empty: CChar = 0
        return unsafe withUnsafePointer(to: &empty) { nothing in
            let values = unsafe parameters.places.map { place -> UnsafePointer<CChar>? in
                guard let place else { return nil }
                let start = unsafe memory.baseAddress?.advanced(by: place.lowerBound)
                return unsafe place.isEmpty ? nothing : start?.assumingMemoryBound(to: CChar.self)
            }
            return unsafe PQsendQueryPrepared(
                connection, name, CInt(values.count), values, lengths, formats, 1)
        }
    }
}
