package import Alerts
import Allergens
package import Foundation
import GRDB
import People

extension SQLiteStore {
    /// The reminder that a link opens.
    package func reminder(opening token: String, at now: Date) async throws -> ReminderLink? {
        try await pool.read { [cipher] database in
            guard let number = try ReminderToken.diary.reminder(of: token, cipher.keys) else { return nil }
            return try Self.link(to: number, at: now, in: database)
        }
    }

    /// Keeps the answer to a reminder; the last of several stands.
    ///
    /// - Returns: The reminder, and until when it was put off; `nil` if there is no such reminder.
    package func answer(
        _ answer: Reminder.Answer, opening token: String, at now: Date
    ) async throws -> ReminderLink? {
        try await pool.write { [cipher, notifier] database in
            guard let number = try ReminderToken.diary.reminder(of: token, cipher.keys),
                var link = try Self.link(to: number, at: now, in: database)
            else { return nil }
            guard !link.isOver else { return link }
            try database.execute(
                literal: """
                    UPDATE reminder SET answer = \(answer.rawValue), answered = \(now.stored)
                    WHERE number = \(number)
                    """)
            link.answer = answer
            link.putOff = try Self.putOff(
                answer == .later, after: number, link, at: now, cipher, in: database)
            notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
            return link
        }
    }

    /// Puts a plan's next reminder off, or no longer.
    ///
    /// - Returns: Until when.
    private static func putOff(
        _ isLater: Bool, after number: Int64, _ link: ReminderLink, at now: Date, _ cipher: RowCipher,
        in database: Database
    ) throws -> Date? {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT account, sealed FROM reminderPlan
                WHERE account = (SELECT account FROM reminder WHERE number = ?)
                """, arguments: [number])
        guard let row else { return nil }
        let account: Int64 = row["account"]
        let plan = try ReminderRow.opened(row["sealed"], of: account, cipher)
        let putOff = isLater && plan.isOn ? plan.putOff(at: now, in: link.timeZone) : nil
        let due = [plan.next(after: now, in: link.timeZone), putOff].compactMap(\.self).min()
        try database.execute(
            literal: """
                UPDATE reminderPlan SET putOff = \(putOff?.stored), due = \(due?.stored)
                WHERE account = \(account)
                """)
        return putOff
    }

    private static func link(to number: Int64, at now: Date, in database: Database) throws -> ReminderLink? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT reminder.day, reminder.answer, own.timeZone, reader.language, reader.tone
                FROM reminder JOIN account ON account.id = reminder.account
                LEFT JOIN profile AS own ON own.account = account.id
                LEFT JOIN profile AS reader ON reader.account = coalesce(account.guardian, account.id)
                WHERE reminder.number = \(number)
                """, cached: true
        ).fetchOne(database)
        guard let row else { return nil }
        let usual = Profile()
        let zone = (row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone
        let day = CivilDate(daysSinceEpoch: row["day"])
        return ReminderLink(
            day: day, isOver: CivilDate(at: now, in: zone) != day,
            answer: (row["answer"] as String?).flatMap(Reminder.Answer.init(rawValue:)),
            timeZone: zone,
            language: (row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone)
    }
}
