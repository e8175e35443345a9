package import Alerts
import Allergens
package import Foundation
package import Help
import People
import Sealing

extension RowStore {
    /// The reminder that a link opens; `nil` if it opens none.
    package func helpReminder(opening token: String, at now: Date) async throws -> HelpReminderLink? {
        try await readRows { [keys] runner in
            try runner.helpLink(token, at: now, keys)?.link
        }
    }

    /// Keeps the answer to a reminder for everything that it is about, except what was said on a page; the last
    /// of several answers stands.
    ///
    /// - Returns: The reminder, and until when it was put off; `nil` if there is no such reminder.
    package func answer(
        _ answer: Intakes.State, openingHelp token: String, at now: Date
    ) async throws -> HelpReminderLink? {
        guard let number = try ReminderToken.help.reminder(of: token, keys) else { return nil }
        let owner = try await glanceRows { runner in
            try runner.value("SELECT account FROM helpReminder WHERE number = \(number)", as: Int64.self)
        }
        guard let owner else { return nil }
        return try await writeRows(locking: .account(Account.ID(rawValue: owner))) { [keys] runner in
            guard let (found, account, content) = try runner.helpLink(token, at: now, keys)
            else { return nil }
            var link = found
            guard !link.isOver, link.matter.answers.contains(answer) else { return link }
            link.answer = answer
            link.putOff = answer == .later ? now.addingTimeInterval(HelpTimes.pause) : nil
            if link.matter == .intake {
                try runner.note(
                    answer, content.items, of: account, in: link.timeZone, at: now, keys)
            } else {
                for item in content.items {
                    try runner.putOff(item.record, of: account, until: link.putOff)
                }
            }
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return link
        }
    }
}

extension QueryRunner {
    fileprivate func note(
        _ answer: Intakes.State, _ items: [HelpReminderRow.Item], of account: Int64, in zone: TimeZone,
        at now: Date, _ keys: KeyRing
    ) throws {
        for (day, items) in Dictionary(grouping: items, by: \.day) {
            var noting = try IntakeNoting(on: day, of: account, in: zone, at: now, keys, by: self)
            for item in items {
                guard let time = item.time else { continue }
                let id = HelpID(rawValue: item.record)
                guard noting.intakes.entry(of: id, at: time)?.source != .page else { continue }
                // A medicine that is gone has no reminder any more.
                _ = try noting.note(
                    IntakeChange(medicine: id, time: time, state: answer), from: .notification)
            }
            try noting.keep()
        }
    }

    /// Puts the next reminder of a record off, at the latest until a moment.
    func putOff(_ id: String, of account: Int64, until putOff: Date?) throws {
        guard let putOff else { return }
        try run(
            """
            UPDATE helpRecord
            SET putOff = CASE WHEN putOff < \(putOff.stored) THEN putOff ELSE \(putOff.stored) END,
                due = CASE WHEN due < \(putOff.stored) THEN due ELSE \(putOff.stored) END
            WHERE account = \(account) AND id = \(id)
            """)
    }

    fileprivate func helpLink(
        _ token: String, at now: Date, _ keys: KeyRing
    ) throws -> (link: HelpReminderLink, account: Int64, content: HelpReminderRow)? {
        guard let number = try ReminderToken.help.reminder(of: token, keys) else { return nil }
        let row = try row(
            """
            SELECT reminder.account, reminder.sealed, reminder.due, own.timeZone, reader.language,
                reader.tone
            FROM helpReminder AS reminder JOIN account ON account.id = reminder.account
            LEFT JOIN profile AS own ON own.account = account.id
            LEFT JOIN profile AS reader ON reader.account = coalesce(account.guardian, account.id)
            WHERE reminder.number = \(number)
            """)
        guard let row else { return nil }
        let account: Int64 = try row["account"]
        let content = try HelpReminderRow.opened(try row["sealed"], of: account, keys)
        let usual = Profile()
        let due = Date(stored: try row["due"])
        let link = HelpReminderLink(
            matter: content.matter, due: due,
            isOver: now >= due.addingTimeInterval(HelpReminderLink.patience),
            answer: try answer(to: content, of: account, keys),
            timeZone: (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone,
            language: (try row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (try row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone)
        return (link, account, content)
    }

    /// What everything that a reminder is about was answered with, if that is the same.
    fileprivate func answer(
        to content: HelpReminderRow, of account: Int64, _ keys: KeyRing
    ) throws -> Intakes.State? {
        guard content.matter == .intake else { return nil }
        var days = HelpDays(of: account, keys)
        let states = try content.items.map { item in
            try item.time.flatMap { time in
                try days.day(item.day, by: self).part(Intakes.self)?
                    .entry(of: HelpID(rawValue: item.record), at: time)?.state
            }
        }
        return Set(states).count == 1 ? states[0] : nil
    }
}
