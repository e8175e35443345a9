package import Alerts
import Allergens
package import Foundation
import People
import Sealing

extension RowStore {
    /// The reminder that a link opens.
    package func reminder(opening token: String, at now: Date) async throws -> ReminderLink? {
        try await readRows { [keys] runner in
            guard let number = try ReminderToken.diary.reminder(of: token, keys) else { return nil }
            return try runner.reminderLink(to: number, at: now)
        }
    }

    /// Keeps the answer to a reminder; the last of several stands.
    ///
    /// - Returns: The reminder, and until when it was put off; `nil` if there is no such reminder.
    package func answer(
        _ answer: Reminder.Answer, opening token: String, at now: Date
    ) async throws -> ReminderLink? {
        guard let number = try ReminderToken.diary.reminder(of: token, keys) else { return nil }
        let owner = try await glanceRows { runner in
            try runner.value("SELECT account FROM reminder WHERE number = \(number)", as: Int64.self)
        }
        guard let owner else { return nil }
        return try await writeRows(locking: .account(Account.ID(rawValue: owner))) { [keys] runner in
            guard var link = try runner.reminderLink(to: number, at: now) else { return nil }
            guard !link.isOver else { return link }
            try runner.run(
                """
                UPDATE reminder SET answer = \(answer.rawValue), answered = \(now.stored)
                WHERE number = \(number)
                """)
            link.answer = answer
            link.putOff = try runner.putReminderOff(
                answer == .later, of: owner, in: link.timeZone, at: now, keys)
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return link
        }
    }
}

extension QueryRunner {
    /// Puts a plan's next reminder off, or no longer.
    ///
    /// - Returns: Until when.
    fileprivate func putReminderOff(
        _ isLater: Bool, of account: Int64, in zone: TimeZone, at now: Date, _ keys: KeyRing
    ) throws -> Date? {
        let sealed = try value("SELECT sealed FROM reminderPlan WHERE account = \(account)", as: Data.self)
        guard let sealed else { return nil }
        let plan = try ReminderRow.opened(sealed, of: account, keys)
        let putOff = isLater && plan.isOn ? plan.putOff(at: now, in: zone) : nil
        let due = [plan.next(after: now, in: zone), putOff].compactMap(\.self).min()
        try run(
            """
            UPDATE reminderPlan SET putOff = \(putOff?.stored), due = \(due?.stored)
            WHERE account = \(account)
            """)
        return putOff
    }

    fileprivate func reminderLink(to number: Int64, at now: Date) throws -> ReminderLink? {
        let found = try row(
            """
            SELECT reminder.day, reminder.answer, own.timeZone, reader.language, reader.tone
            FROM reminder JOIN account ON account.id = reminder.account
            LEFT JOIN profile AS own ON own.account = account.id
            LEFT JOIN profile AS reader ON reader.account = coalesce(account.guardian, account.id)
            WHERE reminder.number = \(number)
            """)
        guard let found else { return nil }
        let usual = Profile()
        let zone = (try found["timeZone"] as String?).flatMap(TimeZone.init(identifier:))
        let language = (try found["language"] as String?).flatMap(Language.init(rawValue:))
        let tone = (try found["tone"] as String?).flatMap(Tone.init(rawValue:))
        let day = CivilDate(daysSinceEpoch: try found["day"])
        return ReminderLink(
            day: day, isOver: CivilDate(at: now, in: zone ?? usual.timeZone) != day,
            answer: (try found["answer"] as String?).flatMap(Reminder.Answer.init(rawValue:)),
            timeZone: zone ?? usual.timeZone, language: language ?? usual.language,
            tone: tone ?? usual.tone)
    }
}
