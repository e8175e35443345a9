import Alerts
import Allergens
import Foundation
import GRDB
import People
import Studies

/// Decides whether somebody who takes part in a study is reminded now, and when to look again.
///
/// Answers are read only then: nothing is noted of reminders while people answer.
struct StudyRaising {
    private let participant: Int64
    private let account: Int64
    private let row: Row
    private let study: StudyRow
    private let zone: TimeZone
    private let now: Date
    private let cipher: RowCipher

    /// - Parameters:
    ///   - row: A row of ``StudyReminderLedger/dueParts(at:)``.
    ///   - study: Its study.
    ///   - cipher: Opens the plan of the person's other reminders.
    ///   - now: The present.
    init(_ row: Row, in study: StudyRow, _ cipher: RowCipher, at now: Date) {
        (participant, account) = (row["number"], row["account"])
        (self.row, self.study, self.cipher, self.now) = (row, study, cipher, now)
        zone = (row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? Profile().timeZone
    }

    func run(in database: Database) throws {
        guard let rule = study.phase.settings.reminders, isWanted,
            try sent(in: database) < rule.most
        else { return try look(at: nil, in: database) }
        let quiet = try quietHours
        func next(since day: CivilDate, from start: Date) -> Date? {
            rule.next(
                since: day, in: study.phase.settings.days, from: start, outside: quiet, in: zone)
        }
        let last = try lastDay(in: database)
        let due = next(since: last, from: Date(stored: row["remind"]))
        guard let due, due <= now else { return try look(at: due, in: database) }
        let earliest = now.addingTimeInterval(-StudyReminders.patience)
        // Of several that were missed, only one is sent, and only if it is not too late for it.
        guard due >= earliest else { return try look(at: next(since: last, from: earliest), in: database) }
        let day = CivilDate(at: due, in: zone)
        try raise(on: day, due, in: database)
        try look(at: next(since: day, from: now), in: database)
    }

    private var isWanted: Bool {
        study.phase.state == .open && row["leftDay"] == nil && row["restricted"] == nil
            && (row["remindOff"] as Int) == 0
    }

    /// How many the person got in this study, in all parts of it.
    private func sent(in database: Database) throws -> Int {
        try SQLRequest<Int>(
            literal: """
                SELECT sum(reminded) FROM studyParticipant
                WHERE account = \(account) AND study = \(study.number)
                """, cached: true
        ).fetchOne(database) ?? 0
    }

    /// The day on which the person answered, was reminded or joined, whatever was latest.
    private func lastDay(in database: Database) throws -> CivilDate {
        let answered = try Self.lastAnswer(of: participant, in: study, database)
        let days = [row["joined"], row["remindedDay"], answered] as [Int?]
        return CivilDate(daysSinceEpoch: days.compactMap(\.self).max() ?? 0)
    }

    /// The day of the latest answer; nobody looks for one where answers belong to nobody.
    static func lastAnswer(of participant: Int64, in study: StudyRow, _ database: Database) throws -> Int? {
        guard study.phase.settings.mode == .linked else { return nil }
        return try SQLRequest<Int?>(
            literal: "SELECT max(day) FROM studyAnswer WHERE participant = \(participant)", cached: true
        ).fetchOne(database).flatMap(\.self)
    }

    /// Those of the person's other reminders.
    private var quietHours: QuietHours? {
        get throws {
            try (row["plan"] as Data?).flatMap { try ReminderRow.opened($0, of: account, cipher).quietHours }
        }
    }

    /// Adds a reminder with a line for each channel; one that reaches nobody does not count.
    private func raise(on day: CivilDate, _ due: Date, in database: Database) throws {
        let channels = try SendingQueue.channels(of: account, in: database)
        let omission: Reminder.Omission? = channels.isEmpty ? .noChannel : nil
        let number = try database.insertedNumber(
            """
            INSERT INTO studyReminder (participant, day, due, omission)
            VALUES (\(participant), \(day.daysSinceEpoch), \(due.stored), \(omission?.rawValue))
            RETURNING number
            """)
        for channel in channels {
            try StudyReminderLedger.queue.add(("reminder", number), over: channel, at: now, in: database)
        }
        try database.execute(
            literal: """
                UPDATE studyParticipant
                SET remindedDay = \(day.daysSinceEpoch), reminded = reminded + \(channels.isEmpty ? 0 : 1)
                WHERE number = \(participant)
                """)
    }

    private func look(at due: Date?, in database: Database) throws {
        try database.execute(
            literal: "UPDATE studyParticipant SET remind = \(due?.stored) WHERE number = \(participant)")
    }
}
