import Alerts
import Allergens
import Foundation
import People
import Sealing
import Studies

/// Decides whether somebody who takes part in a study is reminded now, and when to look again.
///
/// Answers are read only then: nothing is noted of reminders while people answer.
struct StudyRaising {
    private let participant: Int64
    private let account: Int64
    private let row: QueryRow
    private let study: RemindedStudy
    private let zone: TimeZone
    private let now: Date
    private let keys: KeyRing

    /// - Parameters:
    ///   - row: A row of ``StudyReminderLedger/dueParts(at:limit:)``.
    ///   - study: Its study.
    ///   - keys: Opens the plan of the person's other reminders.
    ///   - now: The present.
    /// - Throws: ``MisreadColumn``.
    init(_ row: QueryRow, in study: RemindedStudy, _ keys: KeyRing, at now: Date) throws {
        (participant, account) = (try row["number"], try row["account"])
        (self.row, self.study, self.keys, self.now) = (row, study, keys, now)
        zone = (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? Profile().timeZone
    }

    func run(by runner: any QueryRunner) throws {
        guard let rule = study.row.phase.settings.reminders, try isWanted,
            try sent(by: runner) < rule.most
        else { return try look(at: nil, by: runner) }
        let quiet = try quietHours
        let forms = try study.forms(of: participant, by: runner)
        let term = try study.row.term(of: row)
        func next(since day: CivilDate, from start: Date) -> Date? {
            forms.compactMap { form in
                rule.next(
                    of: form, since: day, in: term, from: start, outside: quiet, in: zone)
            }.min()
        }
        let last = try lastDay
        let due = next(since: last, from: Date(stored: try row["remind"]))
        guard let due, due <= now else { return try look(at: due, by: runner) }
        let earliest = now.addingTimeInterval(-StudyReminders.patience)
        // Of several that were missed, only one is sent, and only if it is not too late for it.
        guard due >= earliest else { return try look(at: next(since: last, from: earliest), by: runner) }
        let day = CivilDate(at: due, in: zone)
        try raise(on: day, due, by: runner)
        try look(at: next(since: day, from: now), by: runner)
    }

    private var isWanted: Bool {
        get throws {
            let (left, restricted): (Int64?, Int64?) = (try row["leftDay"], try row["restricted"])
            let isOff: Bool = try row["remindOff"]
            return study.row.phase.state == .open && left == nil && restricted == nil && !isOff
        }
    }

    /// How many the person got in this study, in all parts of it.
    private func sent(by runner: any QueryRunner) throws -> Int {
        try runner.value(
            """
            SELECT CAST(sum(reminded) AS bigint) FROM studyParticipant
            WHERE account = \(account) AND study = \(study.row.number)
            """, as: Int?.self
        ).flatMap(\.self) ?? 0
    }

    /// The day on which the person was reminded or joined, whatever was later.
    private var lastDay: CivilDate {
        get throws {
            let days: [Int?] = [try row["joined"], try row["remindedDay"]]
            return CivilDate(daysSinceEpoch: days.compactMap(\.self).max() ?? 0)
        }
    }

    /// Those of the person's other reminders.
    private var quietHours: QuietHours? {
        get throws {
            try (try row["plan"] as Data?).flatMap {
                try ReminderRow.opened($0, of: account, keys).quietHours
            }
        }
    }

    /// Adds a reminder with a line for each channel; one that reaches nobody does not count.
    private func raise(on day: CivilDate, _ due: Date, by runner: any QueryRunner) throws {
        let channels = try runner.activeChannels(of: account)
        let omission: Reminder.Omission? = channels.isEmpty ? .noChannel : nil
        let number = try runner.insertedNumber(
            """
            INSERT INTO studyReminder (participant, day, due, omission)
            VALUES (\(participant), \(day.daysSinceEpoch), \(due.stored), \(omission?.rawValue))
            RETURNING number
            """)
        for channel in channels {
            try StudyReminderLedger.queue.add(("reminder", number), over: channel, at: now, by: runner)
        }
        try runner.run(
            """
            UPDATE studyParticipant
            SET remindedDay = \(day.daysSinceEpoch), reminded = reminded + \(channels.isEmpty ? 0 : 1)
            WHERE number = \(participant)
            """)
    }

    private func look(at due: Date?, by runner: any QueryRunner) throws {
        try runner.run("UPDATE studyParticipant SET remind = \(due?.stored) WHERE number = \(participant)")
    }
}
