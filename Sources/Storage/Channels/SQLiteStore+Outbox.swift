package import Alerts
import Allergens
package import Foundation
import GRDB
import People

/// The queries of the outbox.
extension SQLiteStore {
    /// Finds lines that are due, those that have waited longest first.
    ///
    /// Lines of blocked channels are skipped within a covering index, at about ten million a second.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        try await pool.read { [cipher] database in
            var (lines, order): ([Int64: [Int64]], [Int64]) = ([:], [])
            var count = 0
            let rows = try Self.dueRequest(at: now).fetchCursor(database)
            while count < limit, let row = try rows.next() {
                let channel: Int64 = row["channel"]
                guard !blocked.contains(channel), lines[channel, default: []].count < OutboxRun.limit
                else { continue }
                if lines[channel] == nil { order.append(channel) }
                lines[channel, default: []].append(row["id"])
                count += 1
            }
            let runs = try order.compactMap { channel in
                try Self.run(over: channel, lines: lines[channel] ?? [], rhythm: nil, cipher, in: database)
            }
            return OutboxClaim(
                runs: runs, isFull: count == limit, nextDue: try Self.nextDue(after: now, in: database))
        }
    }

    static func dueRequest(at now: Date) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT id, channel FROM delivery
                WHERE state = 'queued' AND due <= \(now.stored) ORDER BY due, id
                """, cached: true)
    }

    private static func nextDue(after now: Date, in database: Database) throws -> Date? {
        try SQLRequest<Int64?>(
            literal: "SELECT min(due) FROM delivery WHERE state = 'queued' AND due > \(now.stored)",
            cached: true
        ).fetchOne(database).flatMap(\.self).map(Date.init(stored:))
    }

    /// The run of a channel that is active, in its own rhythm unless another one is given.
    static func run(
        over channel: Int64, lines: [Int64], rhythm: Channel.Rhythm?, _ cipher: RowCipher,
        in database: Database
    ) throws -> OutboxRun? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT id, kind, target, rhythm FROM channel WHERE number = \(channel) AND state = 'active'
                """, cached: true
        ).fetchOne(database)
        guard let row, let kind = Channel.Kind(rawValue: row["kind"]) else { return nil }
        let isDigest = (rhythm?.rawValue ?? row["rhythm"]) == Channel.Rhythm.digest.rawValue
        return OutboxRun(
            channel: channel, kind: kind, host: try host(of: row, kind, cipher), isDigest: isDigest,
            // A digest takes all lines that are due, whichever comes first.
            lines: isDigest ? Array(lines.prefix(1)) : lines)
    }

    private static func host(of channel: Row, _ kind: Channel.Kind, _ cipher: RowCipher) throws -> String {
        // All mail goes through one gateway.
        guard kind != .email else { return "" }
        let target = try Channel.Target(kind, sealed: channel["target"], of: channel["id"], cipher.keys)
        guard let url = URL(string: target.key), let host = url.host() else { return "" }
        return "\(host.lowercased()):\(url.port ?? 0)"
    }

    /// Reads the current state of lines right before they are sent.
    ///
    /// What waits for a mailbox goes out in one mail: what one upload raises about several allergens would
    /// otherwise arrive as several mails in the same second.
    ///
    /// - Returns: What to send and what not to send, or `nil` when nothing waits any more.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await pool.read { [taxonomy, cipher] database in
            let request =
                if run.isDigest {
                    OutgoingRow.digest(of: run.channel, at: now)
                } else if run.kind == .email {
                    OutgoingRow.mail(to: run.channel, at: now)
                } else {
                    OutgoingRow.line(line)
                }
            let rows = try request.fetchAll(database)
            guard let first = rows.first else { return nil }
            let channel = try Channel(row: first, cipher)
            let concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
            let judge = try OutgoingPolicy(of: run.channel, at: now, in: database)
            var (messages, acts): ([OutgoingMessage], [OutboxAct]) = ([], [])
            for row in rows {
                let message = try OutgoingMessage(
                    row: row, over: channel, concerns, cipher, taxonomy: taxonomy)
                switch try judge.objection(to: message, sending: messages.count) {
                case nil: messages.append(message)
                case let objection?:
                    acts.append(.dropped(message.id, objection.state, objection.reason))
                }
            }
            let tries: [Int64] = rows.compactMap { $0["tried"] }
            return PreparedSending(
                channel: channel, content: .alerts(messages), firstTry: tries.min().map(Date.init(stored:)),
                acts: acts)
        }
    }

    /// The number of lines that wait to be sent.
    package func queueLength() async throws -> Int {
        try await pool.read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM delivery WHERE state = 'queued'") ?? 0
        }
    }
}

/// The requests that read outgoing lines.
private enum OutgoingRow {
    static func line(_ line: Int64) -> SQLRequest<Row> {
        SQLRequest(literal: "\(selection) AND delivery.id = \(line)", cached: true)
    }

    /// Lines that concern the reader come first, then those of each person in turn.
    static func digest(of channel: Int64, at now: Date) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                \(selection) AND delivery.channel = \(channel) AND delivery.due <= \(now.stored)
                ORDER BY delivery.account <> channel.account, delivery.account, delivery.id
                """, cached: true)
    }

    /// The lines of one mail, in the same order; what is beyond them goes into the next.
    static func mail(to channel: Int64, at now: Date) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                \(selection) AND delivery.channel = \(channel) AND delivery.due <= \(now.stored)
                ORDER BY delivery.account <> channel.account, delivery.account, delivery.id
                LIMIT \(OutboxRun.limit)
                """, cached: true)
    }

    private static let selection: SQL = """
        SELECT delivery.id AS line, delivery.attempts, delivery.tried, delivery.created AS queued, delivery.fences,
            delivery.account, delivery.nearness, profile.language, profile.tone,
            profile.timeZone, unitChoice.units, person.account AS personAccount, person.id AS personID,
            person.sealed AS personSealed,
            \(ChannelRow.columns), \(AlertRow.columns)
        FROM delivery
        JOIN channel ON channel.number = delivery.channel AND channel.state = 'active'
        JOIN alert ON alert.number = delivery.alert
        \(AlertRow.joins)
        LEFT JOIN profile ON profile.account = channel.account
        LEFT JOIN unitChoice ON unitChoice.account = channel.account
        LEFT JOIN person ON person.account = delivery.account
        WHERE delivery.state = 'queued'
        """
}

extension OutgoingMessage {
    fileprivate init(
        row: Row, over channel: Channel, _ concerns: ConcernReader, _ cipher: RowCipher, taxonomy: Taxonomy
    ) throws {
        let (language, tone): (String?, String?) = (row["language"], row["tone"])
        let (timeZone, units): (String?, String?) = (row["timeZone"], row["units"])
        let person: Int64? = row["personAccount"]
        let usual = Profile()
        self.init(
            id: row["line"], channel: channel, alert: try Alert(row: row, taxonomy: taxonomy),
            concern: try concerns.concern(row, of: row["account"]),
            person: try person.map {
                try Person(
                    account: $0, id: row["personID"], sealed: row["personSealed"], cipher)
            },
            language: language.flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: tone.flatMap(Tone.init(rawValue:)) ?? usual.tone,
            units: units.flatMap(Units.init(rawValue:)) ?? usual.units,
            timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? usual.timeZone,
            attempts: row["attempts"],
            queued: Date(stored: row["queued"]))
    }
}
