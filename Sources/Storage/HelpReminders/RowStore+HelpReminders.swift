package import Alerts
import Allergens
package import Foundation
import Help
package import People
import Sealing

extension RowStore {
    /// The reminders of what an account keeps that were due since a moment, the newest first.
    package func helpReminders(of account: Account.ID, since start: Date) async throws -> [HelpReminder] {
        try await readRows { [keys] runner in
            try runner.helpReminders(of: account, since: start, keys)
        }
    }
}

extension QueryRunner {
    func helpReminders(
        of account: Account.ID, since start: Date, _ keys: KeyRing
    ) throws -> [HelpReminder] {
        let rows = try rows(
            """
            SELECT reminder.*, sending.kind, sending.state
            FROM helpReminder AS reminder
            LEFT JOIN helpReminderSending AS sending ON sending.reminder = reminder.number
            WHERE reminder.account = \(account.rawValue) AND reminder.due >= \(start.stored)
            ORDER BY reminder.due DESC, reminder.number DESC, sending.number
            """)
        return try rows.chunked(by: { try $0["number"] as Int64 }).map { rows in
            guard let first = rows.first else { preconditionFailure("a reminder has a row") }
            let content = try HelpReminderRow.opened(try first["sealed"], of: account.rawValue, keys)
            return HelpReminder(
                id: Reminder.ID(rawValue: try first["number"]), matter: content.matter,
                due: Date(stored: try first["due"]),
                records: content.items.map { HelpID(rawValue: $0.record) },
                omission: (try first["omission"] as String?).flatMap(Reminder.Omission.init(rawValue:)),
                sendings: try rows.compactMap(Reminder.Sending.init(row:)))
        }
    }

    /// Moves what is due of an account's records to the clocks of another time zone.
    func moveHelpReminders(
        of account: Account.ID, to zone: TimeZone, at now: Date, _ keys: KeyRing
    ) throws {
        let rows = try rows("SELECT id, sealed, putOff FROM helpRecord WHERE account = \(account.rawValue)")
        for row in rows {
            let record = try HelpRow.opened(row, of: account.rawValue, keys).any
            let due = [record.due(after: now, in: zone)?.stored, try row["putOff"]].compactMap(\.self).min()
            try run(
                """
                UPDATE helpRecord SET due = \(due)
                WHERE account = \(account.rawValue) AND id = \(try row["id"] as String)
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
