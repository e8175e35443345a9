package import Alerts
package import Foundation
import People

/// The queue of notices, as an outbox uses it.
package struct NoticeLedger: Sendable {
    static let queue = SendingQueue(table: "noticeSending")

    let store: any RowStore
    private let started: Date

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - store: The store of the notices.
    ///   - started: When the program started: what was under way before is not under way any more.
    package init(_ store: any RowStore, started: Date) {
        self.store = store
        self.started = started
    }

    /// Finds lines that are due.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        try await store.readRows { [keys = store.keys] runner in
            let (runs, isFull) = try Self.queue.runs(
                at: now, passing: blocked, limit: limit, keys, by: runner)
            return OutboxClaim(
                runs: runs, isFull: isFull, nextDue: try Self.queue.nextDue(after: now, by: runner))
        }
    }

    /// Reads a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.readRows { [keys = store.keys] runner in
            guard let row = try runner.row(Self.lineRequest(line)) else { return nil }
            let (channel, tried) = (try Channel(row: row, keys), try row["tried"] as Int64?)
            let firstTry = tried.map(Date.init(stored:))
            let raised = Date(stored: try row["raised"])
            guard now.timeIntervalSince(raised) < Notice.patience, (try row["suspended"] as Int64?) == nil
            else {
                let state: DeliveryState = firstTry == nil ? .suppressed : .failed
                let act = OutboxAct.dropped(line, state, "too late")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let usual = Profile()
            let (account, person): (Int64, Int64?) = (try row["account"], try row["personAccount"])
            let notice = OutgoingNotice(
                line: line,
                notice: Notice(try NoticeRow.opened(try row["sealed"], of: account, keys), raised: raised),
                person: try person.map {
                    try Person(account: $0, id: try row["personID"], sealed: try row["personSealed"], keys)
                },
                language: (try row["language"] as String?).flatMap(Language.init(rawValue:))
                    ?? usual.language,
                tone: (try row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
                timeZone: (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:))
                    ?? usual.timeZone,
                attempts: try row["attempts"])
            return PreparedSending(channel: channel, content: .notice(notice), firstTry: firstTry, acts: [])
        }
    }

    private static func lineRequest(_ line: Int64) -> Query {
        """
        SELECT sending.tried, sending.attempts, notice.account, notice.sealed, notice.raised,
            owner.suspended, reader.language, reader.tone, reader.timeZone,
            person.account AS personAccount, person.id AS personID, person.sealed AS personSealed,
            \(ChannelRow.columns)
        FROM noticeSending AS sending
        JOIN notice ON notice.number = sending.notice
        JOIN channel ON channel.number = sending.channel AND channel.state = 'active'
        JOIN account AS owner ON owner.id = channel.account
        LEFT JOIN profile AS reader ON reader.account = channel.account
        LEFT JOIN person ON person.account = notice.account
        WHERE sending.number = \(line) AND sending.state = 'queued' AND sending.due IS NOT NULL
        """
    }

    /// Records the outcomes of sending, in one transaction.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            for act in acts { try Self.queue.record(act, at: now, by: runner) }
        }
    }

    /// Ends lines that nobody will send.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        let ended = Self.queue.ended(at: now, started: started, patience: Notice.patience)
        guard try await store.readRows({ try Self.queue.hasLines(where: ended, by: $0) }) else { return 0 }
        return try await store.writeRows(locking: .nothing) { try Self.queue.end(ended, by: $0) }
    }

    /// Does nothing: what waits to be tried again is soon too old.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}
