package import Alerts
import Allergens
package import Foundation
import GRDB
import Help
package import People

extension SQLiteStore {
    /// The reminders of what an account keeps that were due since a moment, the newest first.
    package func helpReminders(of account: Account.ID, since start: Date) async throws -> [HelpReminder] {
        try await pool.read { [cipher] database in
            try Self.helpReminders(of: account, since: start, cipher, in: database)
        }
    }

    static func helpReminders(
        of account: Account.ID, since start: Date, _ cipher: RowCipher, in database: Database
    ) throws -> [HelpReminder] {
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT reminder.*, sending.kind, sending.state
                FROM helpReminder AS reminder
                LEFT JOIN helpReminderSending AS sending ON sending.reminder = reminder.number
                WHERE reminder.account = \(account.rawValue) AND reminder.due >= \(start.stored)
                ORDER BY reminder.due DESC, reminder.number DESC, sending.number
                """, cached: true
        ).fetchAll(database)
        return try rows.chunked(by: { $0["number"] as Int64 }).map { rows in
            guard let first = rows.first else { preconditionFailure("a reminder has a row") }
            let content = try HelpReminderRow.opened(first["sealed"], of: account.rawValue, cipher)
            return HelpReminder(
                id: Reminder.ID(rawValue: first["number"]), matter: content.matter,
                due: Date(stored: first["due"]),
                records: content.items.map { HelpID(rawValue: $0.record) },
                omission: (first["omission"] as String?).flatMap(Reminder.Omission.init(rawValue:)),
                sendings: rows.compactMap(Reminder.Sending.init(row:)))
        }
    }

    /// Moves what is due of an account's records to the clocks of another time zone.
    static func moveHelpReminders(
        of account: Account.ID, to zone: TimeZone, at now: Date, _ cipher: RowCipher, in database: Database
    ) throws {
        let rows = try SQLRequest<Row>(
            literal: "SELECT id, sealed, putOff FROM helpRecord WHERE account = \(account.rawValue)",
            cached: true
        ).fetchAll(database)
        for row in rows {
            let record = try HelpRow.opened(row, of: account.rawValue, cipher).any
            let due = [record.due(after: now, in: zone)?.stored, row["putOff"]].compactMap(\.self).min()
            try database.execute(
                literal: """
                    UPDATE helpRecord SET due = \(due)
                    WHERE account = \(account.rawValue) AND id = \(row["id"] as String)
                    """)
        }
    }
}

extension HelpHoldings.Reminder {
    init(_ reminder: HelpReminder) {
        self.init(
            due: reminder.due, matter: reminder.matter, records: reminder.records,
            omission: reminder.omission?.rawValue,
            sendings: reminder.sendings.map { Sending(kind: $0.kind.rawValue, state: $0.state.rawValue) })
    }
}
