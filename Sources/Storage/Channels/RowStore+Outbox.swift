package import Alerts
import Allergens
package import Foundation
import People
import Sealing

/// The queries of the outbox.
extension RowStore {
    /// Finds lines that are due, those that have waited longest first.
    ///
    /// Lines of blocked channels are skipped within a covering index, at about ten million a second.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        try await readRows { [keys] runner in
            let due = try DueLines(passing: blocked, limit: limit) { place, count in
                try runner.dueLines(at: now, after: place, limit: count)
            }
            let runs = try due.channels.compactMap { channel, lines in
                try runner.run(over: channel, lines: lines, rhythm: nil, keys)
            }
            return OutboxClaim(
                runs: runs, isFull: due.isFull, nextDue: try runner.nextDue(after: now))
        }
    }

    /// Reads the current state of lines right before they are sent.
    ///
    /// What waits for a mailbox goes out in one mail: what one upload raises about several allergens would
    /// otherwise arrive as several mails in the same second.
    ///
    /// - Returns: What to send and what not to send, or `nil` when nothing waits any more.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await readRows { [taxonomy, cipher] runner in
            let request =
                if run.isDigest {
                    OutgoingRow.digest(of: run.channel, at: now)
                } else if run.kind == .email {
                    OutgoingRow.mail(to: run.channel, at: now)
                } else {
                    OutgoingRow.line(line)
                }
            let rows = try runner.rows(request)
            guard let first = rows.first else { return nil }
            let channel = try Channel(row: first, cipher.keys)
            let concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
            try concerns.prepare(for: rows)
            let judge = try OutgoingPolicy(of: run.channel, at: now, by: runner)
            var (messages, acts): ([OutgoingMessage], [OutboxAct]) = ([], [])
            for row in rows {
                let message = try OutgoingMessage(
                    row: row, over: channel, concerns, cipher.keys, taxonomy: taxonomy)
                switch try judge.objection(to: message, sending: messages.count) {
                case nil: messages.append(message)
                case let objection?:
                    acts.append(.dropped(message.id, objection.state, objection.reason))
                }
            }
            let tries = try rows.compactMap { try $0["tried"] as Int64? }
            return PreparedSending(
                channel: channel, content: .alerts(messages), firstTry: tries.min().map(Date.init(stored:)),
                acts: acts)
        }
    }

    /// The number of lines that wait to be sent.
    package func queueLength() async throws -> Int {
        try await readRows { runner in
            try runner.value("SELECT count(*) FROM delivery WHERE state = 'queued'") ?? 0
        }
    }
}

extension QueryRunner {
    fileprivate func dueLines(at now: Date, after place: DueLines.Place, limit: Int) throws -> [QueryRow] {
        try rows(
            """
            SELECT id AS number, channel, due FROM delivery
            WHERE state = 'queued' AND due <= \(now.stored) AND (due, id) > (\(place.due), \(place.number))
            ORDER BY due, id LIMIT \(limit)
            """)
    }

    fileprivate func nextDue(after now: Date) throws -> Date? {
        try value(
            "SELECT min(due) FROM delivery WHERE state = 'queued' AND due > \(now.stored)", as: Int64?.self
        ).flatMap(\.self).map(Date.init(stored:))
    }

    /// The run of a channel that is active, in its own rhythm unless another one is given.
    func run(
        over channel: Int64, lines: [Int64], rhythm: Channel.Rhythm?, _ keys: KeyRing
    ) throws -> OutboxRun? {
        let row = try row(
            """
            SELECT id, kind, target, rhythm FROM channel WHERE number = \(channel) AND state = 'active'
            """)
        guard let row, let kind = Channel.Kind(rawValue: try row["kind"]) else { return nil }
        let own: String = try row["rhythm"]
        let isDigest = (rhythm?.rawValue ?? own) == Channel.Rhythm.digest.rawValue
        return OutboxRun(
            channel: channel, kind: kind, host: try host(of: row, kind, keys), isDigest: isDigest,
            // A digest takes all lines that are due, whichever comes first.
            lines: isDigest ? Array(lines.prefix(1)) : lines)
    }

    fileprivate func host(of channel: QueryRow, _ kind: Channel.Kind, _ keys: KeyRing) throws -> String {
        // All mail goes through one gateway.
        guard kind != .email else { return "" }
        let target = try Channel.Target(kind, sealed: try channel["target"], of: try channel["id"], keys)
        guard let url = URL(string: target.key), let host = url.host() else { return "" }
        return "\(host.lowercased()):\(url.port ?? 0)"
    }
}

/// The requests that read outgoing lines.
private enum OutgoingRow {
    static func line(_ line: Int64) -> Query {
        "\(selection) AND delivery.id = \(line)"
    }

    /// Lines that concern the reader come first, then those of each person in turn.
    static func digest(of channel: Int64, at now: Date) -> Query {
        """
        \(selection) AND delivery.channel = \(channel) AND delivery.due <= \(now.stored)
        ORDER BY delivery.account <> channel.account, delivery.account, delivery.id
        """
    }

    /// The lines of one mail, in the same order; what is beyond them goes into the next.
    static func mail(to channel: Int64, at now: Date) -> Query {
        """
        \(selection) AND delivery.channel = \(channel) AND delivery.due <= \(now.stored)
        ORDER BY delivery.account <> channel.account, delivery.account, delivery.id
        LIMIT \(OutboxRun.limit)
        """
    }

    private static let selection: Query = """
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
        row: QueryRow, over channel: Channel, _ concerns: ConcernReader, _ keys: KeyRing, taxonomy: Taxonomy
    ) throws {
        let (language, tone): (String?, String?) = (try row["language"], try row["tone"])
        let (timeZone, units): (String?, String?) = (try row["timeZone"], try row["units"])
        let person: Int64? = try row["personAccount"]
        let usual = Profile()
        self.init(
            id: try row["line"], channel: channel, alert: try Alert(row: row, taxonomy: taxonomy, keys),
            concern: try concerns.concern(row, of: try row["account"]),
            person: try person.map {
                try Person(
                    account: $0, id: try row["personID"], sealed: try row["personSealed"], keys)
            },
            language: language.flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: tone.flatMap(Tone.init(rawValue:)) ?? usual.tone,
            units: units.flatMap(Units.init(rawValue:)) ?? usual.units,
            timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? usual.timeZone,
            attempts: try row["attempts"],
            queued: Date(stored: try row["queued"]))
    }
}
