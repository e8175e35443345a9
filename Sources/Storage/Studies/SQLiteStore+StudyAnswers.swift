import Allergens
import Forms
package import Foundation
import GRDB
import Geography
package import People
import Sealing
package import Studies

/// Answers to the forms of studies.
extension SQLiteStore {
    /// Keeps an answer; when this returns, it is durable.
    ///
    /// Answers of many people share commits.
    ///
    /// - Parameters:
    ///   - draft: The answer, judged by the form.
    ///   - id: The study.
    ///   - account: Who answers.
    ///   - now: The present.
    /// - Returns: The answer as it is kept.
    /// - Throws: ``StudyRefusal``; then nothing has changed.
    package func answer(
        _ draft: StudyAnswerDraft, to id: Study.ID, as account: Account.ID, at now: Date
    ) async throws -> StudyAnswer {
        try await sharedCommit.write(to: pool) { [cipher] database in
            let (row, participant) = try Self.part(in: id, of: account, in: database)
            try Self.checkVersion(draft, in: row, of: participant, at: now, in: database)
            let mode = row.phase.settings.mode
            if mode == .linked { try Self.checkOnce(row, account, draft.moment.day, in: database) }
            let token = mode == .linked ? nil : try row.token(of: account, on: draft.moment.day, cipher.keys)
            let (answer, content) = (UUID().uuidString.lowercased(), StudyAnswerContent(draft, mode: mode))
            let sealed = try StudyAnswerRow.seal.sealed(content, at: .text(answer), cipher)
            try database.execute(
                literal: """
                    INSERT INTO studyAnswer (id, study, participant, token, day, version, sealed)
                    VALUES (
                        \(answer), \(row.number), \(mode == .linked ? participant : nil), \(token),
                        \(draft.moment.day.daysSinceEpoch), \(draft.version), \(sealed))
                    ON CONFLICT DO NOTHING
                    """)
            guard database.changesCount == 1 else { throw StudyRefusal.answered }
            return StudyAnswer(
                id: mode == .linked ? answer : nil, pseudonym: nil, version: draft.version,
                day: draft.moment.day,
                given: content.time, cell: content.cell, answers: content.answers)
        }
    }

    /// Checks that a study takes an answer, and that its author had agreed to its version.
    private static func checkVersion(
        _ draft: StudyAnswerDraft, in row: StudyRow, of participant: Int64, at now: Date,
        in database: Database
    ) throws {
        let found = try SQLRequest<Row>(
            literal: """
                SELECT EXISTS (
                    SELECT 1 FROM studyConsent
                    WHERE participant = \(participant) AND version = \(draft.version)) AS hasAgreed,
                (SELECT published FROM studyVersion
                    WHERE study = \(row.number) AND version = \(draft.version + 1)) AS published,
                (SELECT min(given) FROM studyConsent
                    WHERE participant = \(participant) AND version > \(draft.version)) AS agreed
                """, cached: true
        ).fetchOne(database)
        guard let found else { preconditionFailure("a query without a table has a row") }
        let ends = [found["published"] as Int64?, found["agreed"] as Int64?]
        let end = ends.compactMap(\.self).max().map(Date.init(stored:))
        try StudyPolicy.check(draft, in: row.phase, until: end, at: now)
        let hasAgreed: Bool = found["hasAgreed"]
        guard hasAgreed else { throw StudyRefusal.outdated(current: row.phase.version ?? draft.version) }
    }

    /// Checks that an account has no answer of a day, or of the days with one answer around it, under any of its
    /// pseudonyms: it may have withdrawn and joined again.
    private static func checkOnce(
        _ row: StudyRow, _ account: Account.ID, _ day: CivilDate, in database: Database
    ) throws {
        let settings = row.phase.settings
        let days = settings.schedule.span(of: day, in: settings.days) ?? day...day
        let isThere = try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (
                    SELECT 1 FROM studyAnswer
                    WHERE day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                        AND participant IN (
                            SELECT number FROM studyParticipant
                            WHERE account = \(account.rawValue) AND study = \(row.number)))
                """, cached: true
        ).fetchOne(database)
        guard isThere == false else { throw StudyRefusal.answered }
    }

    /// A page of a study's answers by day, and a note that a researcher has looked at them if there are any.
    ///
    /// They have their day and no hour. A cell is told if at least ``StudySettings/k`` people answered there on that day.
    /// Where answers belong to nobody, a day is left out until it has ``StudySettings/k`` answers.
    ///
    /// They are opened on a connection for reading, so that nobody who writes waits.
    ///
    /// - Parameters:
    ///   - id: The study.
    ///   - researcher: Who looks; the role decides whether cells are told.
    ///   - last: The answer after which the page begins.
    ///   - limit: The most answers.
    ///   - now: The present.
    /// - Returns: The answers, and where the next page begins.
    /// - Throws: ``StudyRefusal``.
    package func answers(
        of id: Study.ID, for researcher: Account.ID, after last: StudyAnswerPage.Place?, limit: Int,
        at now: Date
    ) async throws -> StudyAnswerPage {
        let (study, page) = try await pool.read { [cipher] database in
            let row = try StudyRow.one(id, by: researcher, for: .seeAnswers, in: database)
            let found = try Self.studyAnswers(
                where: Self.shown(of: row, after: last), order: "day, id", limit: limit + 1,
                cell: Self.wideCell, cipher, in: database)
            let page = Array(found.prefix(limit))
            let shared = try Self.sharedCells(around: page, of: row, cipher, in: database)
            let end = page.count < found.count ? page.last : nil
            return (
                row.number,
                StudyAnswerPage(
                    page.map { $0.seen(in: shared) },
                    next: end.flatMap { end in end.id.map { .init(day: end.day, id: $0) } })
            )
        }
        guard !page.answers.isEmpty else { return page }
        try await pool.write { database in
            let parts = try Self.parts(of: page.answers, in: study, database)
            try Self.note(.read, at: parts, of: study, by: researcher, at: now, in: database)
        }
        return page
    }

    /// The cell that researchers see of a cell that is kept.
    static func wideCell(_ cell: Coordinate) -> Coordinate? {
        cell.snapped(toGridOf: StudyAnswerContent.wideGrid)
    }

    /// The cells that a researcher sees of the days of some answers, by day; none if the role sees no places.
    private static func sharedCells(
        around answers: [StudyAnswer], of row: StudyRow, _ cipher: RowCipher, in database: Database
    ) throws -> [CivilDate: Set<Coordinate>] {
        guard let first = answers.first?.day, let last = answers.last?.day, let role = row.role,
            StudyPolicy.acts(of: role).contains(.seePlaces)
        else { return [:] }
        let settings = row.phase.settings
        var condition = shown(of: row, after: nil)
        condition.append(literal: " AND day BETWEEN \(first.daysSinceEpoch) AND \(last.daysSinceEpoch)")
        // SQLite takes a negative limit as none.
        let all = try studyAnswers(
            where: condition, order: "day, id", limit: -1, cell: wideCell, cipher, in: database)
        let names = try settings.mode == .linked ? StudyPeople(of: row.number, in: database).names : [:]
        return StudyCell.shared(by: all, k: settings.k, mode: settings.mode, names: names)
    }

    /// What researchers see of a study's answers.
    static func shown(of row: StudyRow, after last: StudyAnswerPage.Place?) -> SQL {
        var condition: SQL = "study = \(row.number)"
        if let last {
            condition.append(literal: " AND (day, id) > (\(last.day.daysSinceEpoch), \(last.id))")
        }
        if row.phase.settings.mode == .unlinked {
            condition.append(
                literal: """
                     AND day IN (
                        SELECT day FROM studyAnswer WHERE study = \(row.number)
                        GROUP BY day HAVING count(*) >= \(row.phase.settings.k))
                    """)
        }
        return condition
    }

    /// Deletes the tokens of answers once no second one can come any more.
    package func forgetStudyTokens(at now: Date) async throws {
        let first = now.stored / 86_400 - Int64(StudyPolicy.tokenDays)
        let old: SQL = """
            SELECT id FROM studyAnswer WHERE token IS NOT NULL AND day < \(first)
            LIMIT \(Self.forgottenAtOnce)
            """
        while try await pool.read({
            try SQLRequest<Bool>(literal: "SELECT EXISTS (\(old))").fetchOne($0) == true
        }) {
            try await pool.write { database in
                try database.execute(literal: "UPDATE studyAnswer SET token = NULL WHERE id IN (\(old))")
            }
        }
    }

    static func studyAnswers(
        where condition: SQL, order: SQL, limit: Int, cell: (Coordinate) -> Coordinate? = { $0 },
        _ cipher: RowCipher, in database: Database
    ) throws -> [StudyAnswer] {
        try SQLRequest<Row>(
            literal: """
                SELECT studyAnswer.*, (
                    SELECT pseudonym FROM studyParticipant WHERE number = participant) AS pseudonym
                FROM studyAnswer WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
                """, cached: true
        ).fetchAll(database).map { row in
            let id: String = row["id"]
            let content = try StudyAnswerRow.seal.opened(row["sealed"], at: .text(id), cipher)
            return StudyAnswer(
                id: id, pseudonym: row["pseudonym"], version: row["version"],
                day: CivilDate(daysSinceEpoch: row["day"]), given: content.time,
                cell: content.cell.flatMap(cell), answers: content.answers)
        }
    }
}

extension StudyAnswerContent {
    /// When it was given; `nil` where answers belong to nobody.
    fileprivate var time: Date? { given.map { Date(timeIntervalSince1970: Double($0) / 1_000) } }
}
