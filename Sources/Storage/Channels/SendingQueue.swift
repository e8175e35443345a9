import Alerts
import Foundation
import Sealing

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
    /// The table and column with the times at which what is planned becomes lines; `nil` where nothing is planned.
    private let plans: (table: String, column: String)?

    init(table: String, plans: (table: String, column: String)? = nil) {
        (self.table, self.plans) = (table, plans)
    }

    private func dueLines(at now: Date, after place: DueLines.Place, limit: Int) -> Query {
        """
        SELECT number, channel, due FROM \(sql: table)
        WHERE state = 'queued' AND due <= \(now.stored) AND (due, number) > (\(place.due), \(place.number))
            AND channel IS NOT NULL
        ORDER BY due, number LIMIT \(limit)
        """
    }

    /// When the next line is due that is not due yet, or the next plan.
    func nextDue(after now: Date, by runner: any QueryRunner) throws -> Date? {
        let queued = try runner.value(
            "SELECT min(due) FROM \(sql: table) WHERE state = 'queued' AND due > \(now.stored)",
            as: Int64?.self
        ).flatMap(\.self)
        return [queued, try nextPlan(by: runner)].compactMap(\.self).min().map(Date.init(stored:))
    }

    private func nextPlan(by runner: any QueryRunner) throws -> Int64? {
        guard let (table, column) = plans else { return nil }
        return try runner.value(
            "SELECT min(\(sql: column)) FROM \(sql: table) WHERE \(sql: column) IS NOT NULL",
            as: Int64?.self
        ).flatMap(\.self)
    }

    /// The lines that are due, by channel, and whether there may be more of them.
    func runs(
        at now: Date, passing blocked: Set<Int64>, limit: Int, _ keys: KeyRing, by runner: any QueryRunner
    ) throws -> (runs: [OutboxRun], isFull: Bool) {
        let due = try DueLines(passing: blocked, limit: limit) { place, count in
            try runner.rows(dueLines(at: now, after: place, limit: count))
        }
        let runs = try due.channels.compactMap { channel, lines in
            try runner.run(over: channel, lines: lines, rhythm: .single, keys)
        }
        return (runs, due.isFull)
    }

    /// Records what became of a line, or of a channel.
    func record(_ act: OutboxAct, at now: Date, by runner: any QueryRunner) throws {
        switch act {
        case .begun(let line):
            try update("due = NULL, tried = coalesce(tried, \(now.stored))", of: line, by: runner)
        case .tried(let line, let state):
            try update(
                "state = \(state.rawValue), due = NULL, attempts = attempts + 1", of: line, by: runner)
        case .dropped(let line, let state, _):
            try update(
                "state = \(state == .failed ? "failed" : "dropped"), due = NULL", of: line, by: runner)
        case .again(let line, let due):
            try update(
                "state = 'queued', due = \(due.stored), attempts = attempts + 1", of: line, by: runner)
        case .arrived, .failing, .park, .remove:
            try runner.recordOfChannel(act, at: now)
        }
    }

    /// Changes a line that waits, or whose outcome was taken for unknown.
    private func update(
        _ assignments: Query, of line: Int64, by runner: any QueryRunner
    ) throws {
        try runner.run(
            """
            UPDATE \(sql: table) SET \(assignments)
            WHERE number = \(line) AND state IN ('queued', 'unknown')
            """)
    }

    /// The lines that nobody will send: those under way when the program ended, those of channels that are gone
    /// or parked, and those that are too old.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - started: When the program started: what was under way before is not under way any more.
    ///   - patience: After how many seconds a line that waits is too old.
    /// - Returns: A condition.
    func ended(at now: Date, started: Date, patience: TimeInterval) -> Query {
        let oldest = now.addingTimeInterval(-patience).stored
        let lost = max(started, now.addingTimeInterval(-Self.longestCall)).stored
        return """
            state = 'queued' AND (due IS NULL AND tried < \(lost) OR due < \(oldest) OR channel IS NULL
                OR (SELECT state FROM channel WHERE number = \(sql: table).channel) <> 'active')
            """
    }

    func hasLines(where condition: Query, by runner: any QueryRunner) throws -> Bool {
        try runner.value("SELECT EXISTS (SELECT 1 FROM \(sql: table) WHERE \(condition))", as: Bool.self)
            ?? false
    }

    /// Ends lines without sending them.
    ///
    /// - Returns: The number of lines.
    func end(_ condition: Query, by runner: any QueryRunner) throws -> Int {
        try runner.run(
            """
            UPDATE \(sql: table) SET due = NULL, state = CASE
                WHEN due IS NULL THEN 'unknown' ELSE 'failed' END
            WHERE \(condition)
            """)
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
