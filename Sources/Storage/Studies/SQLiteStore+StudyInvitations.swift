import Allergens
package import Foundation
import GRDB
package import People
import Sealing
package import Studies

/// Codes by which people join studies, and what became of them.
extension SQLiteStore {
    /// Makes codes; when this returns, they are durable.
    ///
    /// - Parameters:
    ///   - count: How many, at most ``StudyPolicy/mostAtOnce``.
    ///   - length: Their number of characters.
    ///   - id: The study.
    ///   - researcher: Who does it.
    ///   - now: The present.
    /// - Returns: The codes.
    /// - Throws: ``StudyRefusal``.
    package func invite(
        _ count: Int, length: Int, to id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> [InvitationCode] {
        try await pool.write { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: database)
            return try Self.makeCodes(count, length: length, of: row.number, cipher, at: now, in: database)
                .map { $0.code }
        }
    }

    /// Makes codes of a study, each with the number of its invitation.
    ///
    /// - Throws: ``StudyRefusal/tooMany`` if the study would have too many.
    static func makeCodes(
        _ count: Int, length: Int, of study: Int64, _ cipher: RowCipher, at now: Date, in database: Database
    ) throws -> [(number: Int64, code: InvitationCode)] {
        let there = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM studyInvitation WHERE study = ?", arguments: [study])
        guard count + (there ?? 0) <= StudyPolicy.mostInvitations else { throw StudyRefusal.tooMany }
        let insertion = try database.cachedStatement(
            sql: """
                INSERT INTO studyInvitation (study, sealed, code, made) VALUES (?, ?, ?, ?)
                ON CONFLICT (code) DO NOTHING
                """)
        var codes: [(number: Int64, code: InvitationCode)] = []
        var generator = SystemRandomNumberGenerator()
        while codes.count < count {
            let code = InvitationCode(length: length, using: &generator)
            let sealed = try cipher.keys.seal(
                Data(code.text.utf8), field: StudyInvitationRow.sealed, of: .number(study))
            let hash = try cipher.keys.index(of: code.text, field: StudyInvitationRow.code)
            try insertion.execute(arguments: [study, sealed, hash, now.stored / 86_400])
            // A code that exists is not made twice.
            if database.changesCount == 1 { codes.append((database.lastInsertedRowID, code)) }
        }
        return codes
    }

    /// The invitations of a study with numbers above `last`, at most `limit`.
    ///
    /// - Throws: ``StudyRefusal``.
    package func invitations(
        of id: Study.ID, for researcher: Account.ID, after last: Int64, limit: Int
    ) async throws -> [StudyInvitation] {
        try await pool.read { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .seeParticipants, in: database)
            let seesCodes = row.role.map { StudyPolicy.acts(of: $0).contains(.invite) } ?? false
            return try Self.invitations(
                of: row, after: last, limit: limit, seesCodes: seesCodes, cipher, in: database)
        }
    }

    /// How many people stayed in a study, week by week.
    ///
    /// - Throws: ``StudyRefusal``.
    package func retention(
        of id: Study.ID, for researcher: Account.ID, at now: Date
    ) async throws -> StudyRetention {
        try await pool.read { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: database)
            var retention = try Self.retention(of: row, at: now, in: database)
            retention.options = try Self.options(of: row, cipher, in: database)
            return retention
        }
    }

    static func retention(of row: StudyRow, at now: Date, in database: Database) throws -> StudyRetention {
        StudyRetention(
            of: try courses(of: row.number, in: database), answering: try answering(row, in: database),
            until: CivilDate(daysSinceEpoch: Int(now.stored / 86_400)))
    }

    /// On which days things happened, and to how many: far fewer rows than invitations.
    private static func courses(of study: Int64, in database: Database) throws -> [StudyCourse] {
        try SQLRequest<Row>(
            literal: """
                SELECT invitation.made, invitation.joined, invitation.restricted,
                    coalesce(person.leftDay, invitation.gone) AS leftDay, count(*) AS people
                FROM studyInvitation AS invitation
                LEFT JOIN studyParticipant AS person ON person.number = invitation.participant
                WHERE invitation.study = \(study) GROUP BY 1, 2, 3, 4
                """, cached: true
        ).fetchAll(database).map { row in
            func day(_ column: String) -> CivilDate? {
                (row[column] as Int?).map(CivilDate.init(daysSinceEpoch:))
            }
            return StudyCourse(
                made: CivilDate(daysSinceEpoch: row["made"]), joined: day("joined"), left: day("leftDay"),
                restricted: day("restricted"), people: row["people"])
        }
    }

    /// How many people answered, by the Monday of the week; `nil` where nobody can tell.
    private static func answering(_ row: StudyRow, in database: Database) throws -> [CivilDate: Int]? {
        guard row.phase.settings.mode == .linked else { return nil }
        // 1 January 1970 was a Thursday.
        let weeks = try SQLRequest<Row>(
            literal: """
                SELECT (day + 3) / 7 * 7 - 3 AS monday, count(DISTINCT participant) AS people
                FROM studyAnswer WHERE study = \(row.number) GROUP BY monday
                """
        ).fetchAll(database)
        return Dictionary(
            weeks.map { (CivilDate(daysSinceEpoch: $0["monday"]), $0["people"]) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func invitations(
        of study: StudyRow, after last: Int64, limit: Int, seesCodes: Bool, _ cipher: RowCipher,
        in database: Database
    ) throws -> [StudyInvitation] {
        let isLinked = study.phase.settings.mode == .linked
        return try SQLRequest<Row>(
            literal: """
                SELECT invitation.*, person.pseudonym, coalesce(person.leftDay, invitation.gone) AS leftDay,
                    (SELECT count(*) FROM studyAnswer WHERE participant = person.number) AS answers,
                    (SELECT max(day) FROM studyAnswer WHERE participant = person.number) AS latest,
                    (SELECT state FROM studyLetter WHERE invitation = invitation.number) AS letter
                FROM (
                    SELECT * FROM studyInvitation WHERE study = \(study.number) AND number > \(last)
                    ORDER BY number LIMIT \(limit)) AS invitation
                LEFT JOIN studyParticipant AS person ON person.number = invitation.participant
                ORDER BY invitation.number
                """, cached: true
        ).fetchAll(database).map { row in
            func day(_ column: String) -> CivilDate? {
                (row[column] as Int?).map(CivilDate.init(daysSinceEpoch:))
            }
            let isFree = row["joined"] == nil && row["restricted"] == nil
            return StudyInvitation(
                number: row["number"],
                code: isFree && seesCodes ? try StudyInvitationRow.codeText(of: row, cipher) : nil,
                pseudonym: isLinked ? row["pseudonym"] : nil,
                made: CivilDate(daysSinceEpoch: row["made"]), joined: day("joined"), left: day("leftDay"),
                restricted: day("restricted"), answers: isLinked ? row["answers"] : nil,
                latest: isLinked ? day("latest") : nil,
                label: try StudyInvitationRow.labelText(row["label"], of: row["number"], cipher),
                letter: (row["letter"] as String?).flatMap(StudyLetter.State.init(rawValue:)))
        }
    }

    /// Ends an invitation: its code does not work any more, and who has used it cannot answer any more.
    ///
    /// What was answered stays. To do it again changes nothing.
    ///
    /// - Throws: ``StudyRefusal``.
    package func restrict(
        _ number: Int64, of id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws {
        try await pool.write { database in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: database)
            try database.execute(
                literal: """
                    UPDATE studyInvitation SET restricted = coalesce(restricted, \(now.stored / 86_400))
                    WHERE number = \(number) AND study = \(row.number)
                    """)
            guard database.changesCount == 1 else { throw StudyRefusal.unknownParticipant }
        }
    }

    /// Notes a status of the researchers' own at an invitation; `nil` removes it.
    ///
    /// - Throws: ``StudyRefusal``.
    package func label(
        _ number: Int64, of id: Study.ID, as label: String?, by researcher: Account.ID
    ) async throws {
        try await pool.write { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .invite, in: database)
            let sealed = try label.map {
                try cipher.keys.seal(Data($0.utf8), field: StudyInvitationRow.label, of: .number(number))
            }
            try database.execute(
                literal: """
                    UPDATE studyInvitation SET label = \(sealed)
                    WHERE number = \(number) AND study = \(row.number)
                    """)
            guard database.changesCount == 1 else { throw StudyRefusal.unknownParticipant }
        }
    }

    /// The study to which a code leads, as long as it can be used.
    ///
    /// - Throws: ``StudyRefusal``.
    package func study(invitedBy code: InvitationCode) async throws -> Study {
        try await pool.read { [cipher] database in
            try Self.invitation(code, cipher, in: database).study.study
        }
    }

    static func invitation(
        _ code: InvitationCode, _ cipher: RowCipher, in database: Database
    ) throws -> (number: Int64, study: StudyRow) {
        let hashes = try cipher.keys.indices(of: code.text, field: StudyInvitationRow.code)
        for hash in hashes {
            let row = try SQLRequest<Row>(
                literal: "SELECT number, study, joined, restricted FROM studyInvitation WHERE code = \(hash)",
                cached: true
            ).fetchOne(database)
            guard let row else { continue }
            guard row["restricted"] == nil else { throw StudyRefusal.restrictedCode }
            guard row["joined"] == nil else { throw StudyRefusal.usedCode }
            let number: Int64 = row["study"]
            guard let study = try StudyRow.all(where: "study.number = \(number)", in: database).first
            else { preconditionFailure("an invitation has a study") }
            guard study.phase.state == .open else { throw StudyRefusal.state(study.phase.state) }
            return (row["number"], study)
        }
        throw StudyRefusal.unknownCode
    }
}
