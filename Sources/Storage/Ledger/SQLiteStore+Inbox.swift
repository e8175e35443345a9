package import Alerts
import Allergens
package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// The inbox of an account and its persons, as the owner reads it: at most `limit` entries of a span.
    package func inbox(
        of account: Account.ID, and persons: [Account.ID] = [], _ span: InboxSpan, unreadOnly: Bool,
        limit: Int
    ) async throws -> [InboxEntry] {
        try await pool.read { [taxonomy, cipher] database in
            let concerns = ConcernReader(database, cipher, taxonomy: taxonomy)
            let rows = try Self.inboxRequest(
                of: account, and: persons, span, unreadOnly: unreadOnly, limit: limit
            ).fetchAll(database)
            let channels = try Self.channels(of: rows, in: database)
            return try rows.map { row in
                let owner = Account.ID(rawValue: row["owner"])
                return InboxEntry(
                    entry: try LedgerEntry(row: row, account: owner, concerns, taxonomy: taxonomy),
                    reason: (row["reason"] as String?).flatMap(SuppressionReason.init(rawValue:)),
                    channels: channels[Told(alert: row["number"], account: owner.rawValue)] ?? [])
            }
        }
    }

    static func inboxRequest(
        of account: Account.ID, and persons: [Account.ID] = [], _ span: InboxSpan, unreadOnly: Bool = false,
        limit: Int
    ) -> SQLRequest<Row> {
        let bounds = LedgerVolumes.lines(
            of: account, and: persons, after: span.after, before: span.before)
        let order: SQL = span.isNewestFirst ? "ORDER BY delivery.id DESC" : "ORDER BY delivery.id"
        let unread: SQL = unreadOnly ? "AND read IS NULL" : ""
        return SQLRequest(
            literal: """
                SELECT delivery.id AS entry, delivery.account AS owner, delivery.state, delivery.reason, delivery.read,
                    delivery.fences, delivery.nearness, alert.number, \(AlertRow.columns)
                FROM delivery
                JOIN alert ON alert.number = delivery.alert
                \(AlertRow.joins)
                WHERE delivery.id IN (
                    SELECT id FROM delivery WHERE id IN (\(bounds)) \(unread) \(order) LIMIT \(limit))
                \(order)
                """)
    }

    /// An alert, and the account or person notified of it.
    private struct Told: Hashable {
        let alert: Int64
        let account: Int64
    }

    private static func channels(
        of entries: [Row], in database: Database
    ) throws -> [Told: [ChannelDelivery]] {
        let accounts: [Int64] = Set(entries.map { $0["owner"] }).sorted()
        let alerts: [Int64] = entries.map { $0["number"] }
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT delivery.alert, delivery.account, delivery.state, delivery.reason, delivery.attempts, delivery.due,
                    delivery.updated, channel.id, channel.kind
                FROM delivery LEFT JOIN channel ON channel.number = delivery.channel
                WHERE delivery.account IN \(accounts) AND delivery.alert IN \(alerts)
                    AND delivery.channel <> 0
                ORDER BY delivery.channel
                """
        ).fetchAll(database)
        return Dictionary(grouping: rows) { Told(alert: $0["alert"], account: $0["account"]) }.mapValues {
            $0.map(ChannelDelivery.init)
        }
    }

    /// The number of unread entries in the inboxes of an account and its persons.
    package func unreadCount(of account: Account.ID, and persons: [Account.ID]) async throws -> Int {
        try await pool.read { database in
            let lines = LedgerVolumes.lines(of: account, and: persons, after: 0)
            return try SQLRequest<Int>(
                literal: "SELECT count(*) FROM delivery WHERE id IN (\(lines)) AND read IS NULL"
            ).fetchOne(database) ?? 0
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
        try await pool.write { database in
            let accounts = ([account] + persons).map(\.rawValue)
            let mark: SQL = time == nil ? "NULL" : "coalesce(read, \(time?.stored))"
            try database.execute(
                literal: """
                    UPDATE delivery SET read = \(mark)
                    WHERE id = \(entry) AND account IN \(accounts) AND channel = 0
                    """)
            return database.changesCount == 1
        }
    }

    /// Marks every unread entry up to a number in the inboxes of an account and its persons as read.
    ///
    /// - Returns: The number of entries marked.
    package func markAll(
        upTo entry: Int64, of account: Account.ID, and persons: [Account.ID] = [], readAt time: Date
    ) async throws -> Int {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE delivery SET read = \(time.stored)
                    WHERE id IN (\(LedgerVolumes.lines(of: account, and: persons, after: 0)))
                        AND id <= \(entry) AND read IS NULL
                    """)
            return database.changesCount
        }
    }
}

extension LedgerEntry {
    /// Reads a row of an inbox request.
    init(row: Row, account: Account.ID, _ concerns: ConcernReader, taxonomy: Taxonomy) throws {
        self.init(
            id: row["entry"], account: account, alert: try Alert(row: row, taxonomy: taxonomy),
            concern: try concerns.concern(row, of: account.rawValue),
            isQuiet: row["state"] == DeliveryState.suppressed.rawValue,
            read: (row["read"] as Int64?).map(Date.init(stored:)))
    }
}

extension ChannelDelivery {
    fileprivate init(row: Row) {
        let (channel, kind, reason): (String?, String?, String?) = (row["id"], row["kind"], row["reason"])
        self.init(
            channel: channel.map(Channel.ID.init(rawValue:)),
            kind: kind.flatMap(Channel.Kind.init(rawValue:)),
            state: DeliveryState(line: row), reason: reason.flatMap(SuppressionReason.init(rawValue:)),
            attempts: row["attempts"],
            due: (row["due"] as Int64?).map(Date.init(stored:)), updated: Date(stored: row["updated"]))
    }
}
