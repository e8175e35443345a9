package import Alerts
import Allergens
package import Foundation
package import People

extension RowStore {
    /// The inbox of an account and its persons, as the owner reads it: at most `limit` entries of a span.
    package func inbox(
        of account: Account.ID, and persons: [Account.ID] = [], _ span: InboxSpan, unreadOnly: Bool,
        limit: Int
    ) async throws -> [InboxEntry] {
        try await readRows { [taxonomy, cipher] runner in
            let concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
            let rows = try runner.rows(
                AlertRow.inbox(of: account, and: persons, span, unreadOnly: unreadOnly, limit: limit))
            let channels = try runner.channels(of: rows)
            try concerns.prepare(for: rows)
            return try rows.map { row in
                let owner = Account.ID(rawValue: try row["owner"])
                return InboxEntry(
                    entry: try LedgerEntry(row: row, account: owner, concerns, taxonomy: taxonomy),
                    reason: (try row["reason"] as String?).flatMap(SuppressionReason.init(rawValue:)),
                    channels: channels[Told(alert: try row["number"], account: owner.rawValue)] ?? [])
            }
        }
    }

    /// The number of unread entries in the inboxes of an account and its persons.
    package func unreadCount(of account: Account.ID, and persons: [Account.ID]) async throws -> Int {
        try await readRows { runner in
            let lines = LedgerVolumes.lines(of: account, and: persons, after: 0)
            return try runner.value(
                "SELECT count(*) FROM delivery WHERE id IN (\(lines)) AND read IS NULL", as: Int.self) ?? 0
        }
    }

    /// Marks an entry in the inbox of an account or its persons as read, or as unread again.
    ///
    /// An entry that was already read keeps its first time.
    ///
    /// - Parameters:
    ///   - entry: The number of the entry.
    ///   - account: The account with the inbox.
    ///   - persons: The persons whose inboxes may hold the entry as well.
    ///   - time: When it was read; `nil` makes it unread.
    /// - Returns: `false` when the inbox has no such entry.
    /// - Throws: Why nothing could be written.
    package func mark(
        _ entry: Int64, of account: Account.ID, and persons: [Account.ID] = [], readAt time: Date?
    ) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            let accounts = ([account] + persons).map(\.rawValue)
            let mark: Query = time == nil ? "NULL" : "coalesce(read, \(time?.stored))"
            return try runner.run(
                """
                UPDATE delivery SET read = \(mark)
                WHERE id = \(entry) AND \(.isOne(of: accounts, "account")) AND channel = 0
                """) == 1
        }
    }

    /// Marks every unread entry up to a number in the inboxes of an account and its persons as read.
    ///
    /// - Returns: The number of entries marked.
    package func markAll(
        upTo entry: Int64, of account: Account.ID, and persons: [Account.ID] = [], readAt time: Date
    ) async throws -> Int {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run(
                """
                UPDATE delivery SET read = \(time.stored)
                WHERE id IN (\(LedgerVolumes.lines(of: account, and: persons, after: 0)))
                    AND id <= \(entry) AND read IS NULL
                """)
        }
    }
}

extension AlertRow {
    /// Finds the lines in the inbox of an account and its persons.
    static func inbox(
        of account: Account.ID, and persons: [Account.ID] = [], _ span: InboxSpan, unreadOnly: Bool = false,
        limit: Int
    ) -> Query {
        let bounds = LedgerVolumes.lines(
            of: account, and: persons, after: span.after, before: span.before)
        let order: Query = span.isNewestFirst ? "ORDER BY delivery.id DESC" : "ORDER BY delivery.id"
        let unread: Query = unreadOnly ? "AND read IS NULL" : ""
        return """
            SELECT delivery.id AS entry, delivery.account AS owner, delivery.state, delivery.reason, delivery.read,
                delivery.fences, delivery.nearness, alert.number, \(columns)
            FROM delivery
            JOIN alert ON alert.number = delivery.alert
            \(joins)
            WHERE delivery.id IN (
                SELECT id FROM delivery WHERE id IN (\(bounds)) \(unread) \(order) LIMIT \(limit))
            \(order)
            """
    }
}

extension QueryRunner {
    fileprivate func channels(
        of entries: [QueryRow]
    ) throws -> [Told: [ChannelDelivery]] {
        let accounts = Set(try entries.map { try $0["owner"] as Int64 }).sorted()
        let alerts = try entries.map { try $0["number"] as Int64 }
        let rows = try rows(
            """
            SELECT delivery.alert, delivery.account, delivery.state, delivery.reason, delivery.attempts, delivery.due,
                delivery.updated, channel.id, channel.kind
            FROM delivery LEFT JOIN channel ON channel.number = delivery.channel
            WHERE \(.isOne(ofNumbers: accounts, "delivery.account"))
                AND \(.isOne(ofNumbers: alerts, "delivery.alert"))
                AND delivery.channel <> 0
            ORDER BY delivery.channel
            """)
        return try Dictionary(grouping: rows) {
            Told(alert: try $0["alert"], account: try $0["account"])
        }.mapValues { try $0.map(ChannelDelivery.init) }
    }
}

/// An alert, and the account or person notified of it.
private struct Told: Hashable {
    let alert: Int64
    let account: Int64
}

extension LedgerEntry {
    /// Reads a row of an inbox request.
    init(row: QueryRow, account: Account.ID, _ concerns: ConcernReader, taxonomy: Taxonomy) throws {
        self.init(
            id: try row["entry"], account: account,
            alert: try Alert(row: row, taxonomy: taxonomy, concerns.keys),
            concern: try concerns.concern(row, of: account.rawValue),
            isQuiet: (try row["state"] as String) == DeliveryState.suppressed.rawValue,
            read: (try row["read"] as Int64?).map(Date.init(stored:)))
    }
}

extension ChannelDelivery {
    fileprivate init(row: QueryRow) throws {
        let (channel, kind, reason): (String?, String?, String?) = (
            try row["id"], try row["kind"], try row["reason"]
        )
        self.init(
            channel: channel.map(Channel.ID.init(rawValue:)),
            kind: kind.flatMap(Channel.Kind.init(rawValue:)),
            state: try DeliveryState(line: row), reason: reason.flatMap(SuppressionReason.init(rawValue:)),
            attempts: try row["attempts"],
            due: (try row["due"] as Int64?).map(Date.init(stored:)), updated: Date(stored: try row["updated"])
        )
    }
}
