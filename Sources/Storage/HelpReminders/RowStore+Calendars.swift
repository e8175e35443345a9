package import Alerts
package import Foundation
import Help
package import People

extension RowStore {
    /// The address of an account's calendar, if it has one.
    package func calendarAddress(of account: Account.ID) async throws -> CalendarAddress? {
        try await readRows { [keys] runner in
            try runner.row("SELECT number, made, read FROM helpCalendar WHERE account = \(account.rawValue)")
                .map { row in
                    CalendarAddress(
                        secret: try ReminderToken.calendar.text(of: try row["number"], keys),
                        made: Date(stored: try row["made"]),
                        read: (try row["read"] as Int64?).map(Date.init(stored:)))
                }
        }
    }

    /// Makes a new address; a former one opens nothing any more.
    package func makeCalendarAddress(of account: Account.ID, at now: Date) async throws -> CalendarAddress {
        try await writeRows(locking: .account(account)) { [keys] runner in
            try runner.run("DELETE FROM helpCalendar WHERE account = \(account.rawValue)")
            let number = try runner.insertedNumber(
                """
                INSERT INTO helpCalendar (account, made) VALUES (\(account.rawValue), \(now.stored))
                RETURNING number
                """)
            return CalendarAddress(
                secret: try ReminderToken.calendar.text(of: number, keys), made: now, read: nil)
        }
    }

    /// Withdraws the address.
    ///
    /// - Returns: `false` if there is none.
    package func removeCalendarAddress(of account: Account.ID) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run("DELETE FROM helpCalendar WHERE account = \(account.rawValue)") > 0
        }
    }

    /// What stands in the calendar that a secret opens; `nil` if it opens none.
    package func calendar(opening secret: String, at now: Date) async throws -> PlannedCalendar? {
        let found = try await readRows { [keys, taxonomy] runner -> (PlannedCalendar, Int64)? in
            guard let number = try ReminderToken.calendar.reminder(of: secret, keys) else {
                return nil
            }
            let row = try runner.row(
                """
                SELECT helpCalendar.account, person.id, person.sealed FROM helpCalendar
                JOIN account ON account.id = helpCalendar.account
                JOIN account AS owner ON owner.id = coalesce(account.guardian, account.id)
                LEFT JOIN person ON person.account = helpCalendar.account
                WHERE helpCalendar.number = \(number) AND owner.suspended IS NULL
                """)
            guard let row else { return nil }
            let account: Int64 = try row["account"]
            let id: String? = try row["id"]
            let calendar = PlannedCalendar(
                medicines: try runner.records(Medicine.self, of: account, keys),
                appointments: try runner.records(Appointment.self, of: account, keys),
                timeZone: try runner.profile(
                    of: Account.ID(rawValue: account), taxonomy: taxonomy, keys
                ).timeZone,
                person: try id.map {
                    try Person(account: account, id: $0, sealed: try row["sealed"], keys).name
                })
            return (calendar, number)
        }
        guard let (calendar, number) = found else { return nil }
        try await noteReading(of: number, at: now)
        return calendar
    }

    /// Notes that a calendar was read, once an hour.
    private func noteReading(of number: Int64, at now: Date) async throws {
        let hour = now.addingTimeInterval(-3_600).stored
        let isKnown = try await readRows { runner in
            try runner.value(
                "SELECT EXISTS (SELECT 1 FROM helpCalendar WHERE number = \(number) AND read > \(hour))",
                as: Bool.self) ?? false
        }
        guard !isKnown else { return }
        try await writeRows(locking: .nothing) { runner in
            try runner.run("UPDATE helpCalendar SET read = \(now.stored) WHERE number = \(number)")
        }
    }
}
