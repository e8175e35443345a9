package import Alerts
package import Foundation
import GRDB
import People

/// The queue of notices, as an outbox uses it.
package struct NoticeLedger: Sendable {
    static let queue = SendingQueue(table: "noticeSending")

    let store: SQLiteStore
    private let started: Date

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - store: The store of the notices.
    ///   - started: When the program started: what was under way before is not under way any more.
    package init(_ store: SQLiteStore, started: Date) {
        self.store = store
        self.started = started
    }

    /// Finds lines that are due.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        try await store.pool.read { [cipher = store.cipher] database in
            let (runs, isFull) = try Self.queue.runs(
                at: now, passing: blocked, limit: limit, cipher, in: database)
            let next = try Self.queue.nextDue(after: now, in: database)
            return OutboxClaim(runs: runs, isFull: isFull, nextDue: next.map(Date.init(stored:)))
        }
    }

    /// Reads a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.pool.read { [cipher = store.cipher] database in
            guard let row = try Self.lineRequest(line).fetchOne(database) else { return nil }
            let (channel, tried) = (try Channel(row: row, cipher), row["tried"] as Int64?)
            let firstTry = tried.map(Date.init(stored:))
            let raised = Date(stored: row["raised"])
            guard now.timeIntervalSince(raised) < Notice.patience, row["suspended"] == nil else {
                let state: DeliveryState = firstTry == nil ? .suppressed : .failed
                let act = OutboxAct.dropped(line, state, "too late")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let usual = Profile()
            let (account, person): (Int64, Int64?) = (row["account"], row["personAccount"])
            let notice = OutgoingNotice(
                line: line,
                notice: Notice(try NoticeRow.opened(row["sealed"], of: account, cipher.keys), raised: raised),
                person: try person.map {
                    try Person(account: $0, id: row["personID"], sealed: row["personSealed"], cipher)
                },
                language: (row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
                tone: (row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
                timeZone: (row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone,
                attempts: row["attempts"])
            return PreparedSending(channel: channel, content: .notice(notice), firstTry: firstTry, acts: [])
        }
    }

    private static func lineRequest(_ line: Int64) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
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
                """, cached: true)
    }

    /// Records the outcomes of sending, in one transaction.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await store.pool.write { database in
            for act in acts { try Self.queue.record(act, at: now, in: database) }
        }
    }

    /// Ends lines that nobody will send.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        let ended = Self.queue.ended(at: now, started: started, patience: Notice.patience)
        guard try await store.pool.read({ try Self.queue.hasLines(where: ended, in: $0) }) else { return 0 }
        return try await store.pool.write { try Self.queue.end(ended, in: $0) }
    }

    /// Does nothing: what waits to be tried again is soon too old.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}
