import Alerts
import Foundation
import GRDB

/// A table of lines that an outbox sends, one for each channel of a message.
///
/// A line has a `state`, and a time when it is `due`. It loses that when it is under way, and is then never sent
/// again unless its receiver said that it did not take the message: a message that comes twice is worse than one
/// whose arrival is not known.
struct SendingQueue: Sendable {
    /// After how many seconds a message that is under way counts as unknown: no call takes as long.
    private static let longestCall: TimeInterval = 600

    /// The table, whose columns are `number`, `channel`, `kind`, `state`, `due`, `tried` and `attempts`.
    let table: String

    func dueRequest(at now: Date) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT number, channel FROM \(sql: table)
                WHERE state = 'queued' AND due <= \(now.stored) AND channel IS NOT NULL ORDER BY due, number
                """, cached: true)
    }

    /// When the next line is due that is not due yet.
    func nextDue(after now: Date, in database: Database) throws -> Int64? {
        try SQLRequest<Int64?>(
            literal: "SELECT min(due) FROM \(sql: table) WHERE state = 'queued' AND due > \(now.stored)",
            cached: true
        ).fetchOne(database).flatMap(\.self)
    }

    /// The lines that are due, by channel, and whether there may be more of them.
    func runs(
        at now: Date, passing blocked: Set<Int64>, limit: Int, _ cipher: RowCipher, in database: Database
    ) throws -> (runs: [OutboxRun], isFull: Bool) {
        var (lines, order): ([Int64: [Int64]], [Int64]) = ([:], [])
        var count = 0
        let rows = try dueRequest(at: now).fetchCursor(database)
        while count < limit, let row = try rows.next() {
            let channel: Int64 = row["channel"]
            guard !blocked.contains(channel), lines[channel, default: []].count < OutboxRun.limit
            else { continue }
            if lines[channel] == nil { order.append(channel) }
            lines[channel, default: []].append(row["number"])
            count += 1
        }
        let runs = try order.compactMap { channel in
            try SQLiteStore.run(
                over: channel, lines: lines[channel] ?? [], rhythm: .single, cipher, in: database)
        }
        return (runs, count == limit)
    }

    /// Records what became of a line, or of a channel.
    func record(_ act: OutboxAct, at now: Date, in database: Database) throws {
        switch act {
        case .begun(let line):
            try update("due = NULL, tried = coalesce(tried, ?2)", of: line, [now.stored], in: database)
        case .tried(let line, let state):
            try update(
                "state = ?2, due = NULL, attempts = attempts + 1", of: line, [state.rawValue], in: database)
        case .dropped(let line, let state, _):
            try update(
                "state = ?2, due = NULL", of: line, [state == .failed ? "failed" : "dropped"], in: database)
        case .again(let line, let due):
            try update(
                "state = 'queued', due = ?2, attempts = attempts + 1", of: line, [due.stored], in: database)
        case .arrived, .failing, .park, .remove:
            try SQLiteStore.recordOfChannel(act, at: now, in: database)
        }
    }

    /// Changes a line that waits, or whose outcome was taken for unknown.
    private func update(
        _ assignments: String, of line: Int64, _ values: [any DatabaseValueConvertible], in database: Database
    ) throws {
        try database.cachedStatement(
            sql: "UPDATE \(table) SET \(assignments) WHERE number = ?1 AND state IN ('queued', 'unknown')"
        ).execute(arguments: StatementArguments([line] + values))
    }

    /// The lines that nobody will send: those under way when the program ended, those of channels that are gone
    /// or parked, and those that are too old.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - started: When the program started: what was under way before is not under way any more.
    ///   - patience: After how many seconds a line that waits is too old.
    /// - Returns: A condition.
    func ended(at now: Date, started: Date, patience: TimeInterval) -> SQL {
        let oldest = now.addingTimeInterval(-patience).stored
        let lost = max(started, now.addingTimeInterval(-Self.longestCall)).stored
        return """
            state = 'queued' AND (due IS NULL AND tried < \(lost) OR due < \(oldest) OR channel IS NULL
                OR (SELECT state FROM channel WHERE number = \(sql: table).channel) <> 'active')
            """
    }

    func hasLines(where condition: SQL, in database: Database) throws -> Bool {
        try SQLRequest<Bool>(
            literal: "SELECT EXISTS (SELECT 1 FROM \(sql: table) WHERE \(condition))"
        ).fetchOne(database) ?? false
    }

    /// Ends lines without sending them.
    ///
    /// - Returns: The number of lines.
    func end(_ condition: SQL, in database: Database) throws -> Int {
        try database.execute(
            literal: """
                UPDATE \(sql: table) SET due = NULL, state = CASE
                    WHEN due IS NULL THEN 'unknown' ELSE 'failed' END
                WHERE \(condition)
                """)
        return database.changesCount
    }

    /// Adds a line for a channel, due at once.
    ///
    /// - Parameters:
    ///   - owner: The column and number of what is sent.
    ///   - channel: An active channel.
    ///   - now: The present.
    ///   - runner: Runs the query.
    /// - Throws: An error of the database.
    func add(
        _ owner: (column: String, number: Int64), over channel: SendingChannel, at now: Date,
        by runner: any QueryRunner
    ) throws {
        try runner.run(
            """
            INSERT INTO \(sql: table) (\(sql: owner.column), channel, kind, state, due)
            VALUES (\(owner.number), \(channel.number), \(channel.kind), 'queued', \(now.stored))
            """)
    }

    /// Adds a line in a transaction of SQLite that is not written over ``QueryRunner``.
    func add(
        _ owner: (column: String, number: Int64), over channel: SendingChannel, at now: Date,
        in database: Database
    ) throws {
        try add(owner, over: channel, at: now, by: SQLiteRunner(database))
    }

    /// The active channels of an account in a transaction of SQLite that is not written over ``QueryRunner``.
    static func channels(of account: Int64, in database: Database) throws -> [SendingChannel] {
        try SQLiteRunner(database).activeChannels(of: account)
    }
}

/// A channel over which something can be sent.
struct SendingChannel {
    let number: Int64
    let kind: String
}

extension QueryRunner {
    /// The active channels of an account, the oldest first.
    func activeChannels(of account: Int64) throws -> [SendingChannel] {
        try rows(
            "SELECT number, kind FROM channel WHERE account = \(account) AND state = 'active' ORDER BY number"
        ).map { SendingChannel(number: try $0["number"], kind: try $0["kind"]) }
    }
}
