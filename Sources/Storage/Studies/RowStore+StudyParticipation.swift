import Alerts
package import Allergens
package import Foundation
package import People
import Sealing
package import Studies

/// Taking part in studies.
extension RowStore {
    /// Joins a study by a code, which nobody can use after that.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - agreement: What the person agrees to.
    ///   - account: Whose part it is.
    ///   - day: The day where the person is; that of UTC without it.
    ///   - now: The present.
    /// - Returns: The study.
    /// - Throws: ``StudyRefusal``; then the code is as it was.
    package func join(
        by code: InvitationCode, _ agreement: StudyAgreement, as account: Account.ID,
        on day: CivilDate? = nil, at now: Date
    ) async throws -> Study {
        try await writeRows(locking: .account(account)) { [keys] runner in
            // Once it is known which study it is, nobody changes it until the end.
            try runner.hold(.part(of: account, in: runner.invitation(code, keys).study.id))
            let (invitation, row) = try runner.invitation(code, keys)
            try agreement.check(in: row.phase)
            try runner.checkEarlierParts(of: account, in: row.number)
            let today = now.stored / 86_400
            let participant = try runner.participant(of: row.number, account, today, there: day)
            // Somebody else may have used the code since it was looked up.
            let count = try runner.run(
                """
                UPDATE studyInvitation SET participant = \(participant), joined = \(today)
                WHERE number = \(invitation) AND joined IS NULL AND restricted IS NULL
                """)
            guard count == 1 else { throw StudyRefusal.usedCode }
            try runner.keep(agreement, of: participant, keys, at: now)
            try runner.beginReminding(participant, of: row, account, at: now)
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return try row.study
        }
    }

    /// Agrees to the current version of an open study in which the account takes part.
    ///
    /// - Throws: ``StudyRefusal``.
    package func agree(
        to agreement: StudyAgreement, of id: Study.ID, as account: Account.ID, at now: Date
    ) async throws {
        try await writeRows(locking: .part(of: account, in: id)) { [keys] runner in
            let (row, participant, _) = try runner.studyPart(in: id, of: account)
            guard row.phase.state == .open else { throw StudyRefusal.state(row.phase.state) }
            try agreement.check(in: row.phase)
            try runner.keep(agreement, of: participant, keys, at: now)
        }
    }

    /// Ends an account's part in a study.
    ///
    /// Who has withdrawn before can still erase the answers, and goes on taking part under another pseudonym.
    ///
    /// - Parameters:
    ///   - id: The study.
    ///   - account: Whose part it is.
    ///   - pseudonym: The pseudonym of the part; `nil` for all parts of the account in the study.
    ///   - erases: Whether the answers are deleted, too.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``; then nothing has changed.
    package func withdraw(
        from id: Study.ID, as account: Account.ID, part pseudonym: String? = nil, erasing erases: Bool,
        at now: Date
    ) async throws {
        try await writeRows(locking: .part(of: account, in: id)) { runner in
            guard let row = try StudyRow.one(id, in: runner) else { throw StudyRefusal.unknown }
            guard !erases || row.phase.settings.mode == .linked else { throw StudyRefusal.unlinked }
            var parts: Query = "study = \(row.number) AND account = \(account.rawValue)"
            if let pseudonym { parts = "\(parts) AND pseudonym = \(pseudonym)" }
            let today = now.stored / 86_400
            let count = try runner.run(
                """
                UPDATE studyParticipant
                SET leftDay = coalesce(leftDay, CASE WHEN joined > \(today) THEN joined ELSE \(today) END)
                WHERE \(parts)
                """)
            guard count > 0 else { throw StudyRefusal.unknown }
            guard erases else { return }
            try runner.run(
                """
                DELETE FROM studyAnswer
                WHERE participant IN (SELECT number FROM studyParticipant WHERE \(parts))
                """)
            try runner.run(
                """
                DELETE FROM studyMessage
                WHERE participant IN (SELECT number FROM studyParticipant WHERE \(parts))
                """)
            try runner.run(
                """
                UPDATE studyInvitation SET label = NULL
                WHERE participant IN (SELECT number FROM studyParticipant WHERE \(parts))
                """)
        }
    }

    /// How many people take part in a study now: those who neither left it nor were made to.
    package func participants(in id: Study.ID) async throws -> Int {
        try await readRows { runner in
            try runner.value(
                """
                SELECT count(*) FROM studyParticipant
                JOIN study ON study.number = studyParticipant.study
                LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                WHERE study.id = \(id.rawValue) AND leftDay IS NULL AND restricted IS NULL
                """) ?? 0
        }
    }

    /// The parts of an account in studies, in the order in which it joined.
    ///
    /// - Parameters:
    ///   - account: Whose they are.
    ///   - limit: The most answers of each, the latest first to be taken.
    ///   - looks: The most looks at each, the latest.
    /// - Returns: The parts, each with its consents, answers and looks.
    /// - Throws: An error of the database.
    package func participations(
        of account: Account.ID, answers limit: Int, looks: Int
    ) async throws -> [StudyParticipation] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT studyParticipant.*, studyInvitation.restricted,
                    studyInvitation.number AS invitation, studyInvitation.label
                FROM studyParticipant
                LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                WHERE account = \(account.rawValue) ORDER BY studyParticipant.number
                """
            ).map { try runner.participation($0, answers: limit, looks: looks, keys) }
        }
    }

    /// The consents of an account to a study, the oldest first; none if it never took part.
    ///
    /// Who has left still gets them.
    package func consents(to id: Study.ID, of account: Account.ID) async throws -> [StudyConsent] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                    AND study = (SELECT number FROM study WHERE id = \(id.rawValue)) ORDER BY number
                """
            ).flatMap { try runner.studyConsents(of: try $0["number"], keys) }
        }
    }
}

extension StudyAgreement {
    fileprivate func check(in phase: StudyPhase) throws(StudyRefusal) {
        guard version == phase.version else { throw .outdated(current: phase.version ?? 0) }
    }
}

extension QueryRunner {
    /// Checks that an account takes part no more, and that no researcher has ended a part of it.
    fileprivate func checkEarlierParts(of account: Account.ID, in study: Int64) throws {
        let parts = try rows(
            """
            SELECT leftDay, restricted FROM studyParticipant
            LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
            WHERE studyParticipant.study = \(study) AND account = \(account.rawValue)
            """)
        let isRestricted = try parts.contains { try $0["restricted"] as Int? != nil }
        guard !isRestricted else { throw StudyRefusal.restrictedCode }
        let takesPart = try parts.contains { try $0["leftDay"] as Int? == nil }
        guard !takesPart else { throw StudyRefusal.alreadyIn }
    }

    /// Makes a part with a pseudonym that nobody else has: among 100,000 people, two are alike once in 56 studies, and
    /// then another is taken.
    fileprivate func participant(
        of study: Int64, _ account: Account.ID, _ today: Int64, there day: CivilDate?
    ) throws -> Int64 {
        var generator = SystemRandomNumberGenerator()
        while true {
            let pseudonym = InvitationCode.random(8, using: &generator)
            let number: Int64? = try value(
                """
                INSERT INTO studyParticipant (study, account, pseudonym, joined, joinedThere)
                VALUES (\(study), \(account.rawValue), \(pseudonym), \(today), \(day?.daysSinceEpoch))
                ON CONFLICT (study, pseudonym) DO NOTHING
                RETURNING number
                """)
            if let number { return number }
        }
    }

    fileprivate func keep(
        _ agreement: StudyAgreement, of participant: Int64, _ keys: KeyRing, at now: Date
    ) throws {
        let sealed = try StudyConsentRow.seal.sealed(
            StudyConsentRow.Sealed(agreement), at: StudyConsentRow.place(participant, agreement.version),
            keys)
        try run(
            """
            INSERT INTO studyConsent (participant, version, given, sealed)
            VALUES (\(participant), \(agreement.version), \(now.stored), \(sealed))
            ON CONFLICT (participant, version) DO NOTHING
            """)
    }

    /// Begins to look at whether somebody who has joined is to be reminded; who wanted none before gets none now.
    fileprivate func beginReminding(
        _ participant: Int64, of study: StudyRow, _ account: Account.ID, at now: Date
    ) throws {
        guard study.phase.settings.reminders != nil else { return }
        try run(
            """
            UPDATE studyParticipant SET remind = \(now.stored), remindOff = (
                SELECT max(remindOff) FROM studyParticipant
                WHERE account = \(account.rawValue) AND study = \(study.number))
            WHERE number = \(participant)
            """)
    }

    /// The row of a study in which an account takes part, the number of its part, and the days on which it can be asked.
    ///
    /// - Throws: ``StudyRefusal`` where it does not, or where a researcher has ended it.
    func studyPart(
        in id: Study.ID, of account: Account.ID
    ) throws -> (study: StudyRow, participant: Int64, term: StudyTerm) {
        guard let study = try StudyRow.one(id, in: self) else { throw StudyRefusal.unknown }
        let found = try row(
            """
            SELECT studyParticipant.number, studyParticipant.joined, joinedThere, leftDay, restricted
            FROM studyParticipant
            LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
            WHERE studyParticipant.study = \(study.number) AND account = \(account.rawValue)
            ORDER BY studyParticipant.number DESC LIMIT 1
            """)
        guard let found else { throw StudyRefusal.unknown }
        guard try found["leftDay"] as Int? == nil else { throw StudyRefusal.status(.withdrawn) }
        guard try found["restricted"] as Int? == nil else { throw StudyRefusal.status(.restricted) }
        return (study, try found["number"], try study.term(of: found))
    }

    fileprivate func participation(
        _ row: QueryRow, answers limit: Int, looks: Int, _ keys: KeyRing
    ) throws -> StudyParticipation {
        let (study, participant): (Int64, Int64) = (try row["study"], try row["number"])
        guard let found = try StudyRow.all(where: "study.number = \(study)", in: self).first
        else { preconditionFailure("a part belongs to a study") }
        let isLinked = found.phase.settings.mode == .linked
        let (joined, left): (Int, Int?) = (try row["joined"], try row["leftDay"] as Int?)
        let isRestricted = try row["restricted"] as Int? != nil
        return StudyParticipation(
            study: try found.study,
            status: left != nil ? .withdrawn : isRestricted ? .restricted : .participating,
            pseudonym: isLinked ? try row["pseudonym"] as String? : nil,
            joined: try StudyRow.joined(row), left: left.map(CivilDate.init(daysSinceEpoch:)),
            consents: try studyConsents(of: participant, keys),
            answers: try studyAnswers(
                where: "participant = \(participant)", order: "day DESC, dayWindow DESC", limit: limit, keys
            ).reversed(),
            latest: try latestAnswers(of: participant),
            looks: try studyLooks(at: participant, limit: looks),
            label: try StudyInvitationRow.labelText(
                try row["label"] as Data?, of: try row["invitation"] as Int64? ?? 0, keys),
            reminding: StudyReminding(isOn: try !(row["remindOff"] as Bool), sent: try row["reminded"]),
            messages: try studyMessages(of: study, for: participant, from: joined, until: left, keys))
    }

    /// The latest answer to each form that the person of a part gave in the study, in this part or an earlier one: who joins
    /// again is not asked for what is answered.
    func latestAnswers(of participant: Int64) throws -> [StudyForm.Name: StudyLatestAnswer] {
        let parts: Query = """
            SELECT part.number FROM studyParticipant AS part
            JOIN studyParticipant AS own ON own.account = part.account AND own.study = part.study
            WHERE own.number = \(participant)
            """
        let found = try rows(
            """
            SELECT form, dayWindow, max(day) AS day FROM studyAnswer WHERE participant IN (\(parts))
            GROUP BY form, dayWindow
            """)
        var latest: [StudyForm.Name: StudyLatestAnswer] = [:]
        for row in found {
            guard let form = StudyForm.Name(rawValue: try row["form"])
            else { preconditionFailure("the store holds an answer to no form") }
            let window: Int = try row["dayWindow"]
            let answer = StudyLatestAnswer(
                CivilDate(daysSinceEpoch: try row["day"]), windows: window == 0 ? [] : [window])
            latest[form] = latest[form]?.joined(with: answer) ?? answer
        }
        return latest
    }

    fileprivate func studyConsents(of participant: Int64, _ keys: KeyRing) throws -> [StudyConsent] {
        try rows(
            """
            SELECT version, given, sealed FROM studyConsent WHERE participant = \(participant)
            ORDER BY version
            """
        ).map { row in
            let version: Int = try row["version"]
            let content = try StudyConsentRow.seal.opened(
                try row["sealed"], at: StudyConsentRow.place(participant, version), keys)
            return StudyConsent(content.agreement(to: version), given: Date(stored: try row["given"]))
        }
    }
}
