package import Alerts
package import Foundation
import GRDB
import Help
package import People

extension SQLiteStore {
    /// The address of an account's calendar, if it has one.
    package func calendarAddress(of account: Account.ID) async throws -> CalendarAddress? {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: "SELECT number, made, read FROM helpCalendar WHERE account = \(account.rawValue)"
            ).fetchOne(database).map { row in
                CalendarAddress(
                    secret: try ReminderToken.calendar.text(of: row["number"], cipher.keys),
                    made: Date(stored: row["made"]), read: (row["read"] as Int64?).map(Date.init(stored:)))
            }
        }
    }

    /// Makes a new address; a former one opens nothing any more.
    package func makeCalendarAddress(of account: Account.ID, at now: Date) async throws -> CalendarAddress {
        try await pool.write { [cipher] database in
            try database.execute(
                literal: "DELETE FROM helpCalendar WHERE account = \(account.rawValue)")
            let number = try database.insertedNumber(
                """
                INSERT INTO helpCalendar (account, made) VALUES (\(account.rawValue), \(now.stored))
                RETURNING number
                """)
            return CalendarAddress(
                secret: try ReminderToken.calendar.text(of: number, cipher.keys), made: now, read: nil)
        }
    }

    /// Withdraws the address.
    ///
    /// - Returns: `false` if there is none.
    package func removeCalendarAddress(of account: Account.ID) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM helpCalendar WHERE account = \(account.rawValue)")
            return database.changesCount > 0
        }
    }

    /// What stands in the calendar that a secret opens; `nil` if it opens none.
    package func calendar(opening secret: String, at now: Date) async throws -> PlannedCalendar? {
        let found = try await pool.read { [cipher, taxonomy] database -> (PlannedCalendar, Int64)? in
            guard let number = try ReminderToken.calendar.reminder(of: secret, cipher.keys) else {
                return nil
            }
            let row = try SQLRequest<Row>(
                literal: """
                    SELECT helpCalendar.account, person.id, person.sealed FROM helpCalendar
                    JOIN account ON account.id = helpCalendar.account
                    JOIN account AS owner ON owner.id = coalesce(account.guardian, account.id)
                    LEFT JOIN person ON person.account = helpCalendar.account
                    WHERE helpCalendar.number = \(number) AND owner.suspended IS NULL
                    """
            ).fetchOne(database)
            guard let row else { return nil }
            let account: Int64 = row["account"]
            let id: String? = row["id"]
            let calendar = PlannedCalendar(
                medicines: try Self.records(Medicine.self, of: account, cipher, in: database),
                appointments: try Self.records(Appointment.self, of: account, cipher, in: database),
                timeZone: try Self.profile(
                    of: Account.ID(rawValue: account), taxonomy: taxonomy, cipher, in: database
                ).timeZone,
                person: try id.map {
                    try Person(account: account, id: $0, sealed: row["sealed"], cipher).name
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
        let isKnown = try await pool.read { database in
            try SQLRequest<Bool>(
                literal:
                    "SELECT EXISTS (SELECT 1 FROM helpCalendar WHERE number = \(number) AND read > \(hour))"
            ).fetchOne(database) ?? false
        }
        guard !isKnown else { return }
        try await pool.write { database in
            try database.execute(
                literal: "UPDATE helpCalendar SET read = \(now.stored) WHERE number = \(number)")
        }
    }
}
