package import Alerts
package import Allergens
import Diary
package import Foundation
package import People
import Sealing

extension RowStore {
    /// The plan of an account, and when its next reminder is due, if any is.
    package func reminderPlan(of account: Account.ID) async throws -> (plan: ReminderPlan, due: Date?) {
        try await readRows { [keys] runner in
            let row = try runner.row(
                "SELECT sealed, due FROM reminderPlan WHERE account = \(account.rawValue)")
            guard let row else { return (.none, nil) }
            return (
                try ReminderRow.opened(row["sealed"], of: account.rawValue, keys),
                (try row["due"] as Int64?).map(Date.init(stored:))
            )
        }
    }

    /// Keeps a plan in place of the former one; what was put off under that is forgotten.
    ///
    /// Plans of many people share commits.
    ///
    /// - Returns: When the next reminder is due, if any is.
    package func keep(
        _ plan: ReminderPlan, of account: Account.ID, at now: Date
    ) async throws -> Date? {
        try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
            let zone = try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
            let due = plan.next(after: now, in: zone)
            let sealed = try ReminderRow.sealed(plan, of: account.rawValue, keys)
            try runner.run(
                """
                INSERT INTO reminderPlan (account, sealed, due)
                VALUES (\(account.rawValue), \(sealed), \(due?.stored))
                ON CONFLICT (account) DO UPDATE SET
                    sealed = excluded.sealed, putOff = NULL, due = excluded.due
                """)
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return due
        }
    }

    /// Deletes the plan of an account, and what was sent by it.
    package func removeReminders(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run("DELETE FROM reminderPlan WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM reminder WHERE account = \(account.rawValue)")
        }
    }

    /// The reminders of an account from a day on, the newest first.
    package func reminders(of account: Account.ID, since day: CivilDate) async throws -> [Reminder] {
        try await readRows { runner in
            let rows = try runner.rows(
                """
                SELECT reminder.*, sending.kind, sending.state
                FROM reminder LEFT JOIN reminderSending AS sending ON sending.reminder = reminder.number
                WHERE reminder.account = \(account.rawValue) AND reminder.day >= \(day.daysSinceEpoch)
                ORDER BY reminder.number DESC, sending.number
                """
            ).map { NumberedRow(number: try $0["number"], row: $0) }
            return try rows.chunked(by: { $0.number }).map { try Reminder(rows: $0.map(\.row)) }
        }
    }
}

/// A row of a reminder with one of its sendings, or with none.
private struct NumberedRow {
    let number: Int64
    let row: QueryRow
}

extension QueryRunner {
    /// Moves the reminders of an account to the clocks of another time zone.
    func moveReminders(of account: Account.ID, to zone: TimeZone, at now: Date, _ keys: KeyRing) throws {
        let row = try row("SELECT sealed, putOff FROM reminderPlan WHERE account = \(account.rawValue)")
        guard let row else { return }
        let plan = try ReminderRow.opened(row["sealed"], of: account.rawValue, keys)
        let due = [plan.next(after: now, in: zone)?.stored, try row["putOff"]].compactMap(\.self).min()
        try run("UPDATE reminderPlan SET due = \(due) WHERE account = \(account.rawValue)")
    }

    /// Whether nothing more is asked of a day: something is noted, or the reader said so.
    func isSettled(_ day: CivilDate, of account: Int64, _ keys: KeyRing) throws -> Bool {
        let isAnswered = try value(
            """
            SELECT EXISTS (SELECT 1 FROM reminder
                WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND answer IN ('done', 'notToday'))
            """, as: Bool.self)
        guard isAnswered != true else { return true }
        let sealed = try value(
            """
            SELECT sealed FROM diaryEntry
            WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND sealed IS NOT NULL
            """, as: Data.self)
        return try sealed.map { try !DiaryRow.opened($0, of: account, on: day, keys).isEmpty } ?? false
    }
}

extension Reminder {
    /// Reads one reminder with each of its sendings, or with none.
    fileprivate init(rows: [QueryRow]) throws {
        guard let first = rows.first else { preconditionFailure("a reminder has a row") }
        self.init(
            id: ID(rawValue: try first["number"]), day: CivilDate(daysSinceEpoch: try first["day"]),
            due: Date(stored: try first["due"]),
            omission: (try first["omission"] as String?).flatMap(Omission.init(rawValue:)),
            answer: (try first["answer"] as String?).flatMap(Answer.init(rawValue:)),
            sendings: try rows.compactMap { row in
                Sending(kindNamed: try row["kind"] as String?, stateNamed: try row["state"] as String?)
            })
    }
}

extension Reminder.Sending {
    /// Reads a reminder with one of its sendings; `nil` for a reminder without any.
    init?(row: QueryRow) throws {
        self.init(kindNamed: try row["kind"] as String?, stateNamed: try row["state"] as String?)
    }

    fileprivate init?(kindNamed kindName: String?, stateNamed stateName: String?) {
        guard let kind = kindName.flatMap(Channel.Kind.init(rawValue:)),
            let state = stateName.flatMap(State.init(rawValue:))
        else { return nil }
        self.init(kind: kind, state: state)
    }
}

extension Array {
    /// The elements in runs with the same key.
    func chunked(by key: (Element) throws -> some Equatable) rethrows -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices.dropFirst() where try key(self[index]) != key(self[index - 1]) {
            chunks.append(self[start..<index])
            start = index
        }
        return isEmpty ? [] : chunks + [self[start...]]
    }
}
