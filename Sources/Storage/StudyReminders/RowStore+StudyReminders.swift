package import Alerts
package import Foundation
package import People
package import Studies

/// Who is reminded of studies.
extension RowStore {
    /// Has an account reminded of a study in which it takes part, or not any more.
    ///
    /// - Throws: ``StudyRefusal``.
    package func remind(
        _ isOn: Bool, of id: Study.ID, as account: Account.ID, at now: Date
    ) async throws {
        try await writeRows(locking: .part(of: account, in: id)) { runner in
            let part = try runner.studyPart(in: id, of: account)
            try runner.setReminding(isOn, ofPart: part.participant, at: now)
            runner.notify(of: CommittedChanges(remindersChanged: true))
        }
    }

    // MARK: Links

    /// The reminders that a link stops; `nil` if we have not made it, or the part is gone.
    package func studyReminders(opening token: String) async throws -> StudyReminderLink? {
        try await readRows { [keys] runner in
            guard let part = try ReminderToken.study.reminder(of: token, keys) else { return nil }
            return try runner.studyReminderLink(toPart: part)
        }
    }

    /// Ends the reminders that a link stops; to do it again changes nothing.
    package func stopStudyReminders(opening token: String, at now: Date) async throws -> StudyReminderLink? {
        try await writeRows(locking: .nothing) { [keys] runner in
            guard let part = try ReminderToken.study.reminder(of: token, keys) else { return nil }
            try runner.setReminding(false, ofPart: part, at: now)
            return try runner.studyReminderLink(toPart: part)
        }
    }
}

extension QueryRunner {
    fileprivate func setReminding(_ isOn: Bool, ofPart part: Int64, at now: Date) throws {
        let next: Int64? = isOn ? now.stored : nil
        try run(
            """
            UPDATE studyParticipant SET remindOff = \(!isOn), remind = \(next) WHERE number = \(part)
            """)
    }

    fileprivate func studyReminderLink(toPart part: Int64) throws -> StudyReminderLink? {
        let found = try row(
            """
            SELECT remindOff, profile.language, profile.tone FROM studyParticipant
            LEFT JOIN profile ON profile.account = studyParticipant.account
            WHERE studyParticipant.number = \(part)
            """)
        guard let found else { return nil }
        let isOff: Bool = try found["remindOff"]
        let language = (try found["language"] as String?).flatMap(Language.init(rawValue:))
        let tone = (try found["tone"] as String?).flatMap(Tone.init(rawValue:))
        let usual = Profile()
        return StudyReminderLink(
            isOn: !isOff, language: language ?? usual.language, tone: tone ?? usual.tone)
    }
}

extension QueryRunner {
    /// A study by its number.
    func studyRow(_ number: Int64) throws -> StudyRow {
        guard let row = try StudyRow.all(where: "study.number = \(number)", in: self).first
        else { preconditionFailure("a part belongs to a study") }
        return row
    }
}
