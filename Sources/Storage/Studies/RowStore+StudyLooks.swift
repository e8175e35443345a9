import Allergens
package import Foundation
package import People
package import Studies

/// Who looked at answers, and how answers come in.
extension RowStore {
    /// Looks of all researchers at a study's answers with numbers below `first`, the latest first.
    ///
    /// - Throws: ``StudyRefusal``.
    package func looks(
        at id: Study.ID, for researcher: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: researcher, for: .seeAnswers, in: runner)
            return try runner.rows(
                """
                SELECT studyLook.number, studyLook.kind, studyLook.at, account.name,
                    studyLook.file, studyLook.answers, studyLook.k, studyLook.hash
                FROM studyLook
                LEFT JOIN account ON account.id = studyLook.account
                WHERE studyLook.study = \(row.number) AND studyLook.number < \(first)
                ORDER BY studyLook.number DESC LIMIT \(limit)
                """
            ).compactMap(StudyLookEntry.init)
        }
    }

    /// Looks at the answers of an account with numbers below `first`, the latest first.
    ///
    /// - Throws: ``StudyRefusal`` if the account has no part in the study.
    package func looks(
        at id: Study.ID, of account: Account.ID, before first: Int64, limit: Int
    ) async throws -> [StudyLookEntry] {
        try await readRows { runner in
            let parts: Query = """
                SELECT number FROM studyParticipant WHERE account = \(account.rawValue)
                    AND study = (SELECT number FROM study WHERE id = \(id.rawValue))
                """
            guard try runner.row(parts) != nil else { throw StudyRefusal.unknown }
            return try runner.rows(
                """
                SELECT number, kind, at, NULL AS name, NULL AS file FROM studyLook
                WHERE number < \(first)
                    AND number IN (SELECT look FROM studyLookAt WHERE participant IN (\(parts)))
                ORDER BY number DESC LIMIT \(limit)
                """
            ).compactMap(StudyLookEntry.init)
        }
    }

    /// How many answers a study has of each day that has any, to all of its forms.
    ///
    /// Where answers belong to nobody, a day has no number as long as one of its forms, or a window of it, has fewer than
    /// ``StudySettings/k`` answers, because one person may have given all of a day.
    ///
    /// - Throws: ``StudyRefusal``.
    package func progress(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyDay] {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: runner)
            let settings = row.phase.settings
            let byForm: Query = """
                SELECT day, CAST(sum(answers) AS bigint) AS answers, min(answers) AS fewest FROM (
                    SELECT day, form, dayWindow, count(*) AS answers FROM studyAnswer
                    WHERE study = \(row.number) GROUP BY day, form, dayWindow) AS counted
                GROUP BY day ORDER BY day
                """
            let ofAll: Query = """
                SELECT day, count(*) AS answers, count(*) AS fewest FROM studyAnswer
                WHERE study = \(row.number) GROUP BY day ORDER BY day
                """
            return try runner.rows(settings.mode == .linked ? ofAll : byForm).map { row in
                let (answers, fewest): (Int, Int) = (try row["answers"], try row["fewest"])
                let isHidden = settings.mode == .unlinked && fewest < settings.k
                return StudyDay(
                    CivilDate(daysSinceEpoch: try row["day"]), answers: isHidden ? nil : answers)
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
        let (study, answers, cells) = try await readRows { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .seePlaces, in: runner)
            let settings = row.phase.settings
            let answers = try runner.studyAnswers(
                where: row.shown(after: nil), order: "day DESC, id DESC", limit: StudyPolicy.mostCounted,
                cell: StudyRow.wideCell, keys
            ).filter { $0.cell != nil }
            let names = try settings.mode == .linked ? StudyPeople(of: row.number, in: runner).names : [:]
            return (
                row.number, answers,
                StudyCell.count(answers, k: settings.k, mode: settings.mode, names: names)
            )
        }
        guard !answers.isEmpty else { return [] }
        try await writeRows(locking: .nothing) { runner in
            let parts = try runner.parts(of: answers, in: study)
            try runner.note(.read, at: parts, of: study, by: researcher, at: now)
        }
        return cells
    }
}

extension QueryRunner {
    /// Notes a look for those at whose answers it is.
    ///
    /// - Parameters:
    ///   - kind: What was done with the answers.
    ///   - parts: The numbers of the parts; `nil` for all who have joined, because answers of each may be among them.
    ///   - study: The study's number.
    ///   - researcher: Who looked.
    ///   - now: The present.
    ///   - file: What was taken away.
    /// - Throws: An error of the database.
    func note(
        _ kind: StudyLook.Kind, at parts: [Int64]?, of study: Int64, by researcher: Account.ID, at now: Date,
        _ file: TakenStudyFile? = nil
    ) throws {
        let look: Int64? = try value(
            """
            INSERT INTO studyLook (study, account, kind, at, file, answers, k, hash)
            VALUES (
                \(study), \(researcher.rawValue), \(kind.rawValue), \(now.stored), \(file?.name),
                \(file?.answers), \(file?.k), \(file?.hash))
            RETURNING number
            """)
        guard let look
        else { preconditionFailure("an INSERT without ON CONFLICT inserts its row or throws") }
        guard let parts else {
            try run(
                """
                INSERT INTO studyLookAt (participant, look)
                SELECT number, \(look) FROM studyParticipant WHERE study = \(study)
                """)
            return
        }
        // An account may have been deleted since the answers were read.
        for part in parts {
            try run(
                """
                INSERT INTO studyLookAt (participant, look)
                SELECT number, \(look) FROM studyParticipant WHERE number = \(part)
                """)
        }
    }

    /// The numbers of the parts in a study to which some answers belong; none where answers belong to nobody.
    func parts(of answers: [StudyAnswer], in study: Int64) throws -> [Int64] {
        try Set(answers.compactMap(\.pseudonym)).sorted().compactMap { pseudonym in
            try value(
                "SELECT number FROM studyParticipant WHERE study = \(study) AND pseudonym = \(pseudonym)",
                as: Int64.self)
        }
    }

    /// The latest looks at the answers of a part, the latest first.
    func studyLooks(at participant: Int64, limit: Int) throws -> [StudyLook] {
        try rows(
            """
            SELECT kind, at FROM studyLook
            WHERE number IN (SELECT look FROM studyLookAt WHERE participant = \(participant))
            ORDER BY number DESC LIMIT \(limit)
            """
        ).compactMap { row in
            let time = Date(stored: try row["at"])
            return StudyLook.Kind(rawValue: try row["kind"]).map { StudyLook($0, at: time) }
        }
    }
}

extension StudyLookEntry {
    fileprivate init?(_ row: QueryRow) throws {
        guard let kind = StudyLook.Kind(rawValue: try row["kind"]) else { return nil }
        let file = try (row["file"] as String?).map { name in
            TakenStudyFile(
                name: name, answers: try row["answers"], k: try row["k"], hash: try row["hash"])
        }
        self.init(
            number: try row["number"], look: StudyLook(kind, at: Date(stored: try row["at"])),
            name: try row["name"] as String?, file: file)
    }
}
