import Alerts
import Allergens
package import Foundation
import GRDB
package import People
package import Studies

/// Taking part in studies.
extension SQLiteStore {
    /// The characters of a pseudonym: among 100,000 people, two are alike once in 56 studies, and then another is
    /// taken.
    private static let pseudonymLength = 8

    /// Joins a study by a code, which nobody can use after that.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - agreement: What the person agrees to.
    ///   - account: Whose part it is.
    ///   - now: The present.
    /// - Returns: The study.
    /// - Throws: ``StudyRefusal``; then the code is as it was.
    package func join(
        by code: InvitationCode, _ agreement: StudyAgreement, as account: Account.ID, at now: Date
    ) async throws -> Study {
        try await pool.write { [cipher, notifier] database in
            let (invitation, row) = try Self.invitation(code, cipher, in: database)
            try Self.check(agreement, in: row.phase)
            try Self.checkEarlierParts(of: account, in: row.number, in: database)
            let today = now.stored / 86_400
            let participant = try Self.participant(of: row.number, account, today, in: database)
            try database.execute(
                literal: """
                    UPDATE studyInvitation SET participant = \(participant), joined = \(today)
                    WHERE number = \(invitation)
                    """)
            try Self.keep(agreement, of: participant, cipher, at: now, in: database)
            try Self.beginReminding(participant, of: row, account, at: now, in: database)
            notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
            return try row.study
        }
    }

    /// Checks that an account takes part no more, and that no researcher has ended a part of it.
    private static func checkEarlierParts(
        of account: Account.ID, in study: Int64, in database: Database
    ) throws {
        let parts = try SQLRequest<Row>(
            literal: """
                SELECT leftDay, restricted FROM studyParticipant
                LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                WHERE studyParticipant.study = \(study) AND account = \(account.rawValue)
                """
        ).fetchAll(database)
        guard parts.allSatisfy({ $0["restricted"] == nil }) else { throw StudyRefusal.restrictedCode }
        guard parts.allSatisfy({ $0["leftDay"] != nil }) else { throw StudyRefusal.alreadyIn }
    }

    private static func check(_ agreement: StudyAgreement, in phase: StudyPhase) throws(StudyRefusal) {
        guard agreement.version == phase.version else { throw .outdated(current: phase.version ?? 0) }
    }

    private static func participant(
        of study: Int64, _ account: Account.ID, _ today: Int64, in database: Database
    ) throws -> Int64 {
        var generator = SystemRandomNumberGenerator()
        while true {
            let pseudonym = InvitationCode.random(pseudonymLength, using: &generator)
            let number = try database.insertedNumberIfNew(
                """
                INSERT INTO studyParticipant (study, account, pseudonym, joined)
                VALUES (\(study), \(account.rawValue), \(pseudonym), \(today))
                ON CONFLICT (study, pseudonym) DO NOTHING
                RETURNING number
                """)
            if let number { return number }
        }
    }

    private static func keep(
        _ agreement: StudyAgreement, of participant: Int64, _ cipher: RowCipher, at now: Date,
        in database: Database
    ) throws {
        let sealed = try StudyConsentRow.seal.sealed(
            StudyConsentRow.Sealed(agreement), at: StudyConsentRow.place(participant, agreement.version),
            cipher)
        try database.execute(
            literal: """
                INSERT INTO studyConsent (participant, version, given, sealed)
                VALUES (\(participant), \(agreement.version), \(now.stored), \(sealed))
                ON CONFLICT (participant, version) DO NOTHING
                """)
    }

    /// Agrees to the current version of an open study in which the account takes part.
    ///
    /// - Throws: ``StudyRefusal``.
    package func agree(
        to agreement: StudyAgreement, of id: Study.ID, as account: Account.ID, at now: Date
    ) async throws {
        try await pool.write { [cipher] database in
            let (row, participant) = try Self.part(in: id, of: account, in: database)
            guard row.phase.state == .open else { throw StudyRefusal.state(row.phase.state) }
            try Self.check(agreement, in: row.phase)
            try Self.keep(agreement, of: participant, cipher, at: now, in: database)
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
        try await pool.write { database in
            guard let row = try StudyRow.one(id, in: database) else { throw StudyRefusal.unknown }
            guard !erases || row.phase.settings.mode == .linked else { throw StudyRefusal.unlinked }
            var parts: SQL = "study = \(row.number) AND account = \(account.rawValue)"
            if let pseudonym { parts.append(literal: " AND pseudonym = \(pseudonym)") }
            let today = now.stored / 86_400
            try database.execute(
                literal: """
                    UPDATE studyParticipant
                    SET leftDay = coalesce(leftDay, CASE WHEN joined > \(today) THEN joined ELSE \(today) END)
                    WHERE \(parts)
                    """)
            guard database.changesCount > 0 else { throw StudyRefusal.unknown }
            guard erases else { return }
            try database.execute(
                literal: """
                    DELETE FROM studyAnswer
                    WHERE participant IN (SELECT number FROM studyParticipant WHERE \(parts))
                    """)
            try database.execute(
                literal: """
                    UPDATE studyInvitation SET label = NULL
                    WHERE participant IN (SELECT number FROM studyParticipant WHERE \(parts))
                    """)
        }
    }

    /// How many people take part in a study now: those who neither left it nor were made to.
    package func participants(in id: Study.ID) async throws -> Int {
        try await pool.read { database in
            try SQLRequest<Int>(
                literal: """
                    SELECT count(*) FROM studyParticipant
                    JOIN study ON study.number = studyParticipant.study
                    LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                    WHERE study.id = \(id.rawValue) AND leftDay IS NULL AND restricted IS NULL
                    """, cached: true
            ).fetchOne(database) ?? 0
        }
    }

    /// The row of a study in which an account takes part, and the number of its part.
    ///
    /// - Throws: ``StudyRefusal`` where it does not, or where a researcher has ended it.
    static func part(
        in id: Study.ID, of account: Account.ID, in database: Database
    ) throws -> (study: StudyRow, participant: Int64) {
        guard let row = try StudyRow.one(id, in: database) else { throw StudyRefusal.unknown }
        let found = try SQLRequest<Row>(
            literal: """
                SELECT studyParticipant.number, leftDay, restricted FROM studyParticipant
                LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                WHERE studyParticipant.study = \(row.number) AND account = \(account.rawValue)
                ORDER BY studyParticipant.number DESC LIMIT 1
                """, cached: true
        ).fetchOne(database)
        guard let found else { throw StudyRefusal.unknown }
        guard found["leftDay"] == nil else { throw StudyRefusal.status(.withdrawn) }
        guard found["restricted"] == nil else { throw StudyRefusal.status(.restricted) }
        return (row, found["number"])
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
        try await pool.read { [cipher] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT studyParticipant.*, studyInvitation.restricted,
                        studyInvitation.number AS invitation, studyInvitation.label
                    FROM studyParticipant
                    LEFT JOIN studyInvitation ON studyInvitation.participant = studyParticipant.number
                    WHERE account = \(account.rawValue) ORDER BY studyParticipant.number
                    """, cached: true
            ).fetchAll(database)
            return try rows.map { row in
                let (study, participant): (Int64, Int64) = (row["study"], row["number"])
                guard let found = try StudyRow.all(where: "study.number = \(study)", in: database).first
                else { preconditionFailure("a part belongs to a study") }
                let isLinked = found.phase.settings.mode == .linked
                let left: Int? = row["leftDay"]
                let isRestricted = row["restricted"] != nil
                return StudyParticipation(
                    study: try found.study,
                    status: left != nil ? .withdrawn : isRestricted ? .restricted : .participating,
                    pseudonym: isLinked ? row["pseudonym"] : nil,
                    joined: CivilDate(daysSinceEpoch: row["joined"]),
                    left: left.map(CivilDate.init(daysSinceEpoch:)),
                    consents: try Self.consents(of: participant, cipher, in: database),
                    answers: try Self.studyAnswers(
                        where: "participant = \(participant)", order: "day DESC", limit: limit, cipher,
                        in: database
                    ).reversed(),
                    looks: try Self.looks(at: participant, limit: looks, in: database),
                    label: try StudyInvitationRow.labelText(row["label"], of: row["invitation"] ?? 0, cipher),
                    reminding: StudyReminding(
                        isOn: (row["remindOff"] as Int) == 0, sent: row["reminded"]),
                    messages: try Self.messages(of: study, from: row["joined"], until: left, in: database))
            }
        }
    }

    /// The consents of an account to a study, the oldest first; none if it never took part.
    ///
    /// Who has left still gets them.
    package func consents(to id: Study.ID, of account: Account.ID) async throws -> [StudyConsent] {
        try await pool.read { [cipher] database in
            try SQLRequest<Int64>(
                literal: """
                    SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                        AND study = (SELECT number FROM study WHERE id = \(id.rawValue)) ORDER BY number
                    """, cached: true
            ).fetchAll(database).flatMap { try Self.consents(of: $0, cipher, in: database) }
        }
    }

    private static func consents(
        of participant: Int64, _ cipher: RowCipher, in database: Database
    ) throws -> [StudyConsent] {
        try SQLRequest<Row>(
            literal: """
                SELECT version, given, sealed FROM studyConsent WHERE participant = \(participant)
                ORDER BY version
                """, cached: true
        ).fetchAll(database).map { row in
            let version: Int = row["version"]
            let content = try StudyConsentRow.seal.opened(
                row["sealed"], at: StudyConsentRow.place(participant, version), cipher)
            return StudyConsent(content.agreement(to: version), given: Date(stored: row["given"]))
        }
    }

    private static func looks(
        at participant: Int64, limit: Int, in database: Database
    ) throws -> [StudyLook] {
        try SQLRequest<Row>(
            literal: """
                SELECT kind, at FROM studyLook
                WHERE number IN (SELECT look FROM studyLookAt WHERE participant = \(participant))
                ORDER BY number DESC LIMIT \(limit)
                """, cached: true
        ).fetchAll(database).compactMap { row in
            StudyLook.Kind(rawValue: row["kind"]).map { StudyLook($0, at: Date(stored: row["at"])) }
        }
    }
}
