package import Alerts
package import Foundation
import GRDB

/// The records that the outbox makes.
extension SQLiteStore {
    /// Records the outcomes of sending, in one transaction.
    ///
    /// A line that no longer waits, because its account or channel is gone, stays as it is, unless it was given up
    /// while its message was under way.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await pool.write { database in
            for act in acts { try Self.record(act, at: now, in: database) }
        }
    }

    private static func record(_ act: OutboxAct, at now: Date, in database: Database) throws {
        switch act {
        case .arrived, .failing, .park, .remove: try recordOfChannel(act, at: now, in: database)
        case .begun(let line):
            try update(
                "reason = '\(WaitingLines.underWay)', tried = coalesce(tried, ?2)", of: line, [now.stored],
                in: database)
        case .tried(let line, let state):
            try update(
                "state = ?2, reason = NULL, due = NULL, attempts = attempts + 1, updated = ?3", of: line,
                [state.rawValue, now.stored], in: database)
        case .dropped(let line, let state, let reason):
            try WaitingLines.giveUp(
                where: "id = \(line)", as: state, because: reason, at: now, in: database)
        case .again(let line, let due):
            try update(
                """
                reason = CASE state WHEN 'queued' THEN NULL ELSE ?4 END, due = CASE state WHEN 'queued' THEN ?2 END,
                attempts = attempts + 1, updated = ?3
                """, of: line, [due.stored, now.stored, OutgoingPolicy.Objection.over.reason], in: database)
        }
    }

    /// Records what an outcome says of the channel itself; other acts change nothing.
    static func recordOfChannel(_ act: OutboxAct, at now: Date, in database: Database) throws {
        switch act {
        case .begun, .tried, .dropped, .again: break
        case .arrived(let channel):
            try database.cachedStatement(
                sql: """
                    UPDATE channel SET failure = NULL, failing = NULL
                    WHERE number = ? AND (failing IS NOT NULL OR failure IS NOT NULL)
                    """
            ).execute(arguments: [channel])
        case .failing(let channel, let reason, let since):
            try noteFailure(of: channel, reason, parkedSince: since, at: now, in: database)
        case .park(let channel, let reason): try park(channel, reason, at: now, in: database)
        case .remove(let channel): try removeChannel(channel, from: database)
        }
    }

    /// Changes a line that waits, or that was given up while its message was under way.
    private static func update(
        _ assignments: String, of line: Int64, _ values: [any DatabaseValueConvertible], in database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE delivery SET \(assignments)
                WHERE id = ?1 AND (state = 'queued' OR state = 'expired' AND reason = '\(WaitingLines.unknown)')
                """
        ).execute(arguments: StatementArguments([line] + values))
    }

    private static func noteFailure(
        of channel: Int64, _ reason: String, parkedSince since: Date, at now: Date, in database: Database
    ) throws {
        let failing = try SQLRequest<Int64>(
            literal: """
                UPDATE channel SET failure = \(reason), failing = coalesce(failing, \(now.stored))
                WHERE number = \(channel) RETURNING failing
                """
        ).fetchAll(database).first
        guard let failing, failing <= since.stored else { return }
        try park(channel, reason, at: now, in: database)
    }

    /// Stops sending over a channel until its owner restarts it.
    private static func park(
        _ channel: Int64, _ reason: String, at now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: "UPDATE channel SET state = 'parked', failure = \(reason) WHERE number = \(channel)")
        try WaitingLines.giveUp(
            where: "channel = \(channel)", as: .failed, because: "channel parked", at: now, in: database)
    }

    /// Gives up the lines of expired alerts.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        try await pool.write { database in
            try WaitingLines.giveUp(
                where: "(SELECT expires FROM alert WHERE alert.number = delivery.alert) <= \(now.stored)",
                as: .expired, because: OutgoingPolicy.Objection.over.reason, at: now, in: database)
            return database.changesCount
        }
    }

    /// Brings forward due times that a fast clock has set too late, after the clock has been corrected.
    ///
    /// They move by the distance that the clock went back or, when that is unknown, by what the newest
    /// waiting line shows. Digests are due at a local time of their subscribers, which no correction changes.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {
        try await pool.write { database in
            let newest = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(CASE WHEN created > updated THEN created ELSE updated END) FROM delivery
                    WHERE state = 'queued'
                    """)
            let seconds = distance?.components.seconds ?? max(0, (newest ?? 0) - now.stored)
            guard seconds > 0 else { return }
            try database.execute(
                literal: """
                    UPDATE delivery SET due =
                        CASE WHEN due - \(seconds) > \(now.stored) THEN due - \(seconds) ELSE \(now.stored) END
                    WHERE state = 'queued' AND due > \(now.stored)
                        AND channel IN (SELECT number FROM channel WHERE rhythm = 'single')
                    """)
        }
    }
}
