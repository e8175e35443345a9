package import Alerts
package import Foundation

/// The records that the outbox makes.
extension RowStore {
    /// Records the outcomes of sending, in one transaction.
    ///
    /// A line that no longer waits, because its account or channel is gone, stays as it is, unless it was given up
    /// while its message was under way.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await writeRows(locking: .nothing) { runner in
            for act in acts { try runner.record(act, at: now) }
        }
    }

    /// Gives up the lines of expired alerts.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        try await writeRows(locking: .nothing) { runner in
            try WaitingLines.giveUp(
                where: "(SELECT expires FROM alert WHERE alert.number = delivery.alert) <= \(now.stored)",
                as: .expired, because: OutgoingPolicy.Objection.over.reason, at: now, by: runner)
        }
    }

    /// Brings forward due times that a fast clock has set too late, after the clock has been corrected.
    ///
    /// They move by the distance that the clock went back or, when that is unknown, by what the newest
    /// waiting line shows. Digests are due at a local time of their subscribers, which no correction changes.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {
        try await writeRows(locking: .nothing) { runner in
            let newest = try runner.value(
                """
                SELECT max(CASE WHEN created > updated THEN created ELSE updated END) FROM delivery
                WHERE state = 'queued'
                """, as: Int64?.self)
            let seconds =
                distance?.components.seconds ?? max(0, (newest.flatMap(\.self) ?? 0) - now.stored)
            guard seconds > 0 else { return }
            try runner.run(
                """
                UPDATE delivery SET due =
                    CASE WHEN due - \(seconds) > \(now.stored) THEN due - \(seconds) ELSE \(now.stored) END
                WHERE state = 'queued' AND due > \(now.stored)
                    AND channel IN (SELECT number FROM channel WHERE rhythm = 'single')
                """)
        }
    }
}

extension QueryRunner {
    fileprivate func record(_ act: OutboxAct, at now: Date) throws {
        switch act {
        case .arrived, .failing, .park, .remove: try recordOfChannel(act, at: now)
        case .begun(let line):
            try update(
                "reason = \(WaitingLines.underWay), tried = coalesce(tried, \(now.stored))", of: line)
        case .tried(let line, let state):
            try update(
                """
                state = \(state.rawValue), reason = NULL, due = NULL, attempts = attempts + 1,
                updated = \(now.stored)
                """, of: line)
        case .dropped(let line, let state, let reason):
            try WaitingLines.giveUp(
                where: "id = \(line)", as: state, because: reason, at: now, by: self)
        case .again(let line, let due):
            try update(
                """
                reason = CASE state WHEN 'queued' THEN NULL ELSE \(OutgoingPolicy.Objection.over.reason) END,
                due = CASE state WHEN 'queued' THEN \(due.stored) END,
                attempts = attempts + 1, updated = \(now.stored)
                """, of: line)
        }
    }

    /// Records what an outcome says of the channel itself; other acts change nothing.
    func recordOfChannel(_ act: OutboxAct, at now: Date) throws {
        switch act {
        case .begun, .tried, .dropped, .again: break
        case .arrived(let channel):
            try run(
                """
                UPDATE channel SET failure = NULL, failing = NULL
                WHERE number = \(channel) AND (failing IS NOT NULL OR failure IS NOT NULL)
                """)
        case .failing(let channel, let reason, let since):
            try noteFailure(of: channel, reason, parkedSince: since, at: now)
        case .park(let channel, let reason): try park(channel, reason, at: now)
        case .remove(let channel): try removeChannel(channel)
        }
    }

    /// Changes a line that waits, or that was given up while its message was under way.
    fileprivate func update(
        _ assignments: Query, of line: Int64
    ) throws {
        try run(
            """
            UPDATE delivery SET \(assignments)
            WHERE id = \(line) AND (state = 'queued' OR state = 'expired' AND reason = \(WaitingLines.unknown))
            """)
    }

    fileprivate func noteFailure(
        of channel: Int64, _ reason: String, parkedSince since: Date, at now: Date
    ) throws {
        let failing = try value(
            """
            UPDATE channel SET failure = \(reason), failing = coalesce(failing, \(now.stored))
            WHERE number = \(channel) RETURNING failing
            """, as: Int64.self)
        guard let failing, failing <= since.stored else { return }
        try park(channel, reason, at: now)
    }

    /// Stops sending over a channel until its owner restarts it.
    fileprivate func park(
        _ channel: Int64, _ reason: String, at now: Date
    ) throws {
        try run("UPDATE channel SET state = 'parked', failure = \(reason) WHERE number = \(channel)")
        try WaitingLines.giveUp(
            where: "channel = \(channel)", as: .failed, because: "channel parked", at: now, by: self)
    }
}
