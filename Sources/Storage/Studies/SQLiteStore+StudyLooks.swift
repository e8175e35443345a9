import Allergens
package import Foundation
import GRDB
package import People
package import Studies

/// Who looked at answers, and how answers come in.
extension SQLiteStore {
    /// Looks of all researchers at a study's answers with numbers below `first`, the latest first.
    ///
    /// - Throws: ``StudyRefusal``.
    package func looks(
        at id: Study.ID, for researcher: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        try await pool.read { database in
            let row = try StudyRow.one(id, by: researcher, for: .seeAnswers, in: database)
            return try SQLRequest<Row>(
                literal: """
                    SELECT studyLook.number, studyLook.kind, studyLook.at, account.name,
                        studyLook.file, studyLook.answers, studyLook.k, studyLook.hash
                    FROM studyLook
                    LEFT JOIN account ON account.id = studyLook.account
                    WHERE studyLook.study = \(row.number) AND studyLook.number < \(first)
                    ORDER BY studyLook.number DESC LIMIT \(limit)
                    """, cached: true
            ).fetchAll(database).compactMap(StudyLookEntry.init)
        }
    }

    /// Looks at the answers of an account with numbers below `first`, the latest first.
    ///
    /// - Throws: ``StudyRefusal`` if the account has no part in the study.
    package func looks(
        at id: Study.ID, of account: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        try await pool.read { database in
            let parts = try SQLRequest<Int64>(
                literal: """
                    SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                        AND study = (SELECT number FROM study WHERE id = \(id.rawValue))
                    """, cached: true
            ).fetchAll(database)
            guard !parts.isEmpty else { throw StudyRefusal.unknown }
            return try SQLRequest<Row>(
                literal: """
                    SELECT number, kind, at, NULL AS name, NULL AS file FROM studyLook
                    WHERE number < \(first)
                        AND number IN (SELECT look FROM studyLookAt WHERE participant IN \(parts))
                    ORDER BY number DESC LIMIT \(limit)
                    """
            ).fetchAll(database).compactMap(StudyLookEntry.init)
        }
    }

    /// How many answers a study has of each day that has any.
    ///
    /// - Throws: ``StudyRefusal``.
    package func progress(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyDay] {
        try await pool.read { database in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: database)
            let settings = row.phase.settings
            let least = settings.mode == .linked ? 1 : settings.k
            return try SQLRequest<Row>(
                literal: """
                    SELECT day, count(*) AS answers FROM studyAnswer WHERE study = \(row.number)
                    GROUP BY day ORDER BY day
                    """, cached: true
            ).fetchAll(database).map { row in
                let answers: Int = row["answers"]
                return StudyDay(
                    CivilDate(daysSinceEpoch: row["day"]), answers: answers < least ? nil : answers)
            }
        }
    }

    /// Where the latest answers were given, at most ``StudyPolicy/mostCounted``, in the cells that researchers see, and
    /// a note that a researcher has looked at these answers.
    ///
    /// They are opened on a connection for reading, so that nobody who writes waits.
    ///
    /// - Throws: ``StudyRefusal``.
    package func cells(
        of id: Study.ID, for researcher: Account.ID, at now: Date
    ) async throws -> [StudyCell] {
        let (study, answers, cells) = try await pool.read { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .seePlaces, in: database)
            let settings = row.phase.settings
            let answers = try Self.studyAnswers(
                where: Self.shown(of: row, after: nil), order: "day DESC, id DESC",
                limit: StudyPolicy.mostCounted,
                cell: Self.wideCell, cipher, in: database
            ).filter { $0.cell != nil }
            let names = try settings.mode == .linked ? StudyPeople(of: row.number, in: database).names : [:]
            return (
                row.number, answers,
                StudyCell.count(answers, k: settings.k, mode: settings.mode, names: names)
            )
        }
        guard !answers.isEmpty else { return [] }
        try await pool.write { database in
            let parts = try Self.parts(of: answers, in: study, database)
            try Self.note(.read, at: parts, of: study, by: researcher, at: now, in: database)
        }
        return cells
    }

    /// Notes a look for those at whose answers it is.
    ///
    /// - Parameters:
    ///   - kind: What was done with the answers.
    ///   - parts: The numbers of the parts; `nil` for all who have joined, because answers of each may be among them.
    ///   - study: The study's number.
    ///   - researcher: Who looked.
    ///   - now: The present.
    ///   - file: What was taken away.
    ///   - database: The connection.
    /// - Throws: An error of the database.
    static func note(
        _ kind: StudyLook.Kind, at parts: [Int64]?, of study: Int64, by researcher: Account.ID, at now: Date,
        _ file: TakenStudyFile? = nil, in database: Database
    ) throws {
        let look = try database.insertedNumber(
            """
            INSERT INTO studyLook (study, account, kind, at, file, answers, k, hash)
            VALUES (
                \(study), \(researcher.rawValue), \(kind.rawValue), \(now.stored), \(file?.name),
                \(file?.answers), \(file?.k), \(file?.hash))
            RETURNING number
            """)
        guard let parts else {
            try database.execute(
                literal: """
                    INSERT INTO studyLookAt (participant, look)
                    SELECT number, \(look) FROM studyParticipant WHERE study = \(study)
                    """)
            return
        }
        // An account may have been deleted since the answers were read.
        let insertion = try database.cachedStatement(
            sql: """
                INSERT INTO studyLookAt (participant, look)
                SELECT number, ? FROM studyParticipant WHERE number = ?
                """)
        for part in parts { try insertion.execute(arguments: [look, part]) }
    }

    /// The numbers of the parts in a study to which some answers belong; none where answers belong to nobody.
    static func parts(
        of answers: [StudyAnswer], in study: Int64, _ database: Database
    ) throws -> [Int64] {
        let finding = try database.cachedStatement(
            sql: "SELECT number FROM studyParticipant WHERE study = ? AND pseudonym = ?")
        return try Set(answers.compactMap(\.pseudonym)).sorted().compactMap { pseudonym in
            try Int64.fetchOne(finding, arguments: [study, pseudonym])
        }
    }
}

extension StudyLookEntry {
    fileprivate init?(_ row: Row) {
        guard let kind = StudyLook.Kind(rawValue: row["kind"]) else { return nil }
        let file: String? = row["file"]
        self.init(
            number: row["number"], look: StudyLook(kind, at: Date(stored: row["at"])), name: row["name"],
            file: file.map {
                TakenStudyFile(name: $0, answers: row["answers"], k: row["k"], hash: row["hash"])
            })
    }
}
