package import Allergens
package import Foundation
import GRDB

extension Archive {
    /// The inbox of an account as its owner reads it: entries with numbers above `last`, in order, at most `limit`.
    package func inbox(
        of account: Account.ID, after last: Int64, unreadOnly: Bool, limit: Int
    ) async throws -> [InboxEntry] {
        try await pool.read { [taxonomy] database in
            let rows = try Self.inboxRequest(of: account, after: last, unreadOnly: unreadOnly, limit: limit)
                .fetchAll(database)
            let channels = try Self.channels(of: account, alerts: rows.map { $0["number"] }, in: database)
            return try rows.map { row in
                InboxEntry(
                    entry: try LedgerEntry(row: row, account: account, taxonomy: taxonomy),
                    reason: (row["reason"] as String?).flatMap(SuppressionReason.init(rawValue:)),
                    channels: channels[row["number"]] ?? [])
            }
        }
    }

    static func inboxRequest(
        of account: Account.ID, after last: Int64, unreadOnly: Bool = false, limit: Int
    ) -> SQLRequest<Row> {
        let unread: SQL = unreadOnly ? "AND read IS NULL" : ""
        return SQLRequest(
            literal: """
                SELECT delivery.id AS entry, delivery.state, delivery.reason, delivery.read, delivery.fences,
                    delivery.distance, delivery.crossReaction, alert.number, \(AlertRow.columns)
                FROM delivery
                JOIN alert ON alert.number = delivery.alert
                \(AlertRow.joins)
                WHERE delivery.id IN (
                    SELECT id FROM delivery WHERE id IN (\(LedgerVolumes.lines(of: account, after: last))) \(unread)
                    ORDER BY id LIMIT \(limit))
                ORDER BY delivery.id
                """)
    }

    private static func channels(
        of account: Account.ID, alerts: [Int64], in database: Database
    ) throws -> [Int64: [ChannelDelivery]] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT delivery.alert, delivery.state, delivery.reason, delivery.attempts, delivery.due,
                    delivery.updated, channel.id, channel.kind
                FROM delivery LEFT JOIN channel ON channel.number = delivery.channel
                WHERE delivery.account = \(account.rawValue) AND delivery.alert IN \(alerts)
                    AND delivery.channel <> 0
                ORDER BY delivery.channel
                """
        ).fetchAll(database)
        return Dictionary(grouping: rows) { $0["alert"] as Int64 }.mapValues { $0.map(ChannelDelivery.init) }
    }

    /// Marks an entry of an account's inbox as read, or as unread again.
    ///
    /// An entry that was read before keeps the time at which it first was.
    ///
    /// - Parameters:
    ///   - entry: The number of the entry.
    ///   - account: Whose inbox it is in.
    ///   - time: When it was read; `nil` makes it unread.
    /// - Returns: `false` when the inbox has no such entry.
    /// - Throws: Why nothing could be written.
    package func mark(_ entry: Int64, of account: Account.ID, readAt time: Date?) async throws -> Bool {
        try await pool.write { database in
            let mark: SQL = time == nil ? "NULL" : "ifnull(read, \(time?.stored))"
            try database.execute(
                literal: """
                    UPDATE delivery SET read = \(mark)
                    WHERE id = \(entry) AND account = \(account.rawValue) AND channel = 0
                    """)
            return database.changesCount == 1
        }
    }

    /// Marks every unread entry of an account's inbox up to a number as read.
    ///
    /// - Returns: How many there were.
    package func markAll(upTo entry: Int64, of account: Account.ID, readAt time: Date) async throws -> Int {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE delivery SET read = \(time.stored)
                    WHERE id IN (\(LedgerVolumes.lines(of: account, after: 0))) AND id <= \(entry) AND read IS NULL
                    """)
            return database.changesCount
        }
    }
}

extension LedgerEntry {
    /// Reads what an inbox request selects.
    init(row: Row, account: Account.ID, taxonomy: Taxonomy) throws {
        self.init(
            id: row["entry"], account: account, alert: try Alert(row: row, taxonomy: taxonomy),
            concern: try LedgerEntry.Concern(row: row, taxonomy: taxonomy),
            isQuiet: row["state"] == DeliveryState.suppressed.rawValue,
            read: (row["read"] as Int64?).map(Date.init(stored:)))
    }
}

extension ChannelDelivery {
    fileprivate init(row: Row) {
        let (channel, kind, reason): (String?, String?, String?) = (row["id"], row["kind"], row["reason"])
        guard let state = DeliveryState(rawValue: row["state"])
        else { preconditionFailure("the ledger holds a state that does not exist") }
        self.init(
            channel: channel.map(Channel.ID.init(rawValue:)),
            kind: kind.flatMap(Channel.Kind.init(rawValue:)),
            state: state, reason: reason.flatMap(SuppressionReason.init(rawValue:)),
            attempts: row["attempts"],
            due: (row["due"] as Int64?).map(Date.init(stored:)), updated: Date(stored: row["updated"]))
    }
}
