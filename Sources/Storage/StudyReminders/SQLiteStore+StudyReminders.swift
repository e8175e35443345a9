package import Alerts
package import Foundation
import GRDB
package import People
package import Studies

/// Who is reminded of studies.
extension SQLiteStore {
    /// A study by its number.
    static func studyRow(_ number: Int64, in database: Database) throws -> StudyRow {
        guard let row = try StudyRow.all(where: "study.number = \(number)", in: database).first
        else { preconditionFailure("a part belongs to a study") }
        return row
    }

    /// Has an account reminded of a study in which it takes part, or not any more.
    ///
    /// - Throws: ``StudyRefusal``.
    package func remind(
        _ isOn: Bool, of id: Study.ID, as account: Account.ID, at now: Date
    ) async throws {
        try await pool.write { [notifier] database in
            let part = try SQLiteRunner(database).studyPart(in: id, of: account)
            try Self.remind(isOn, part.participant, at: now, in: database)
            notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
        }
    }

    private static func remind(
        _ isOn: Bool, _ participant: Int64, at now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: """
                UPDATE studyParticipant
                SET remindOff = \(isOn ? 0 : 1), remind = \(isOn ? now.stored : nil)
                WHERE number = \(participant)
                """)
    }

    // MARK: Links

    /// The reminders that a link stops; `nil` if we have not made it, or the part is gone.
    package func studyReminders(opening token: String) async throws -> StudyReminderLink? {
        try await pool.read { [cipher] database in
            guard let part = try ReminderToken.study.reminder(of: token, cipher.keys) else { return nil }
            return try Self.link(toPart: part, in: database)
        }
    }

    /// Ends the reminders that a link stops; to do it again changes nothing.
    package func stopStudyReminders(opening token: String, at now: Date) async throws -> StudyReminderLink? {
        try await pool.write { [cipher] database in
            guard let part = try ReminderToken.study.reminder(of: token, cipher.keys) else { return nil }
            try Self.remind(false, part, at: now, in: database)
            return try Self.link(toPart: part, in: database)
        }
    }

    private static func link(toPart part: Int64, in database: Database) throws -> StudyReminderLink? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT remindOff, profile.language, profile.tone FROM studyParticipant
                LEFT JOIN profile ON profile.account = studyParticipant.account
                WHERE studyParticipant.number = \(part)
                """, cached: true
        ).fetchOne(database)
        guard let row else { return nil }
        let usual = Profile()
        return StudyReminderLink(
            isOn: (row["remindOff"] as Int) == 0,
            language: (row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone)
    }
}
