import Allergens
import Forms
package import Foundation
import Geography
package import People
import Sealing
package import Studies

/// Answers to the forms of studies.
extension RowStore {
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
        try await writeRows(locking: .part(of: account, in: id)) { [keys] runner in
            let (row, participant, term) = try runner.studyPart(in: id, of: account)
            try runner.checkVersion(draft, in: row, of: participant, joined: term.joined, at: now)
            let mode = row.phase.settings.mode
            if mode == .linked { try runner.checkOnce(draft, row, in: term, account) }
            let author: Int64? = mode == .linked ? participant : nil
            let window = draft.window(in: row.phase.settings)
            let token =
                mode == .linked ? nil : try runner.token(of: account, for: draft, window, in: row, keys)
            let (answer, content) = (UUID().uuidString.lowercased(), StudyAnswerContent(draft, mode: mode))
            let sealed = try StudyAnswerRow.seal.sealed(content, at: .text(answer), keys)
            let count = try runner.run(
                """
                INSERT INTO studyAnswer (id, study, participant, token, day, dayWindow, version, form, sealed)
                VALUES (
                    \(answer), \(row.number), \(author), \(token), \(draft.moment.day.daysSinceEpoch),
                    \(window ?? 0), \(draft.version), \(draft.form.rawValue), \(sealed))
                ON CONFLICT DO NOTHING
                """)
            guard count == 1 else { throw StudyRefusal.answered }
            return StudyAnswer(
                id: mode == .linked ? answer : nil, pseudonym: nil, version: draft.version,
                form: draft.form, day: draft.moment.day, window: window,
                given: content.time, cell: content.cell, answers: content.answers)
        }
    }

    /// A page of a study's answers by day, and a note that a researcher has looked at them if there are any.
    ///
    /// They have their day and no hour. A cell is told if at least ``StudySettings/k`` people answered the same forms in the
    /// same cells on that day. Where answers belong to nobody, it is told if as many answered the form there, and the
    /// answers of a day, or of a window of it, to a form are left out until there are so many.
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
        let (study, page) = try await readRows { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .seeAnswers, in: runner)
            let found = try runner.studyAnswers(
                where: row.shown(after: last), order: "day, id", limit: limit + 1,
                cell: StudyRow.wideCell, keys)
            let page = Array(found.prefix(limit))
            let shared = try runner.sharedCells(around: page, of: row, keys)
            let end = page.count < found.count ? page.last : nil
            return (
                row.number,
                StudyAnswerPage(
                    page.map { $0.seen(in: shared) },
                    next: end.flatMap { end in end.id.map { .init(day: end.day, id: $0) } })
            )
        }
        guard !page.answers.isEmpty else { return page }
        try await writeRows(locking: .nothing) { runner in
            let parts = try runner.parts(of: page.answers, in: study)
            try runner.note(.read, at: parts, of: study, by: researcher, at: now)
        }
        return page
    }

    /// Deletes the tokens of answers once no second one can come any more.
    package func forgetStudyTokens(at now: Date) async throws {
        let first = now.stored / 86_400 - Int64(StudyPolicy.tokenDays)
        let old: Query = """
            SELECT id FROM studyAnswer WHERE token IS NOT NULL AND day < \(first)
            LIMIT \(SQLiteStore.forgottenAtOnce)
            """
        while try await readRows({ try $0.row(old) != nil }) {
            try await writeRows(locking: .nothing) { runner in
                try runner.run("UPDATE studyAnswer SET token = NULL WHERE id IN (\(old))")
            }
        }
    }
}

extension StudyRow {
    /// The cell that researchers see of a cell that is kept.
    static func wideCell(_ cell: Coordinate) -> Coordinate? {
        cell.snapped(toGridOf: StudyAnswerContent.wideGrid)
    }

    /// The condition for what researchers see of the study's answers.
    func shown(after last: StudyAnswerPage.Place?) -> Query {
        var condition: Query = "study = \(number)"
        if let last {
            condition = "\(condition) AND (day, id) > (\(last.day.daysSinceEpoch), \(last.id))"
        }
        if phase.settings.mode == .unlinked {
            condition = """
                \(condition) AND (day, form, dayWindow) IN (
                    SELECT day, form, dayWindow FROM studyAnswer WHERE study = \(number)
                    GROUP BY day, form, dayWindow HAVING count(*) >= \(phase.settings.k))
                """
        }
        return condition
    }
}

extension QueryRunner {
    /// Checks that a study takes an answer, and that its author had agreed to its version.
    fileprivate func checkVersion(
        _ draft: StudyAnswerDraft, in study: StudyRow, of participant: Int64, joined: CivilDate, at now: Date
    ) throws {
        let found = try row(
            """
            SELECT EXISTS (
                SELECT 1 FROM studyConsent
                WHERE participant = \(participant) AND version = \(draft.version)) AS hasAgreed,
            (SELECT published FROM studyVersion
                WHERE study = \(study.number) AND version = \(draft.version + 1)) AS published,
            (SELECT min(given) FROM studyConsent
                WHERE participant = \(participant) AND version > \(draft.version)) AS agreed
            """)
        guard let found else { preconditionFailure("a query without a table has a row") }
        let ends = [try found["published"] as Int64?, try found["agreed"] as Int64?]
        let end = ends.compactMap(\.self).max().map(Date.init(stored:))
        try StudyPolicy.check(draft, in: study.phase, joined: joined, until: end, at: now)
        let hasAgreed: Bool = try found["hasAgreed"]
        guard hasAgreed else { throw StudyRefusal.outdated(current: study.phase.version ?? draft.version) }
    }

    /// Checks that an account has no answer to a form of a day or its window, or of the days with one answer around it, under
    /// any of its pseudonyms: it may have withdrawn and joined again.
    fileprivate func checkOnce(
        _ draft: StudyAnswerDraft, _ row: StudyRow, in term: StudyTerm, _ account: Account.ID
    ) throws {
        let day = draft.moment.day
        let days = draft.schedule(in: row.phase.settings).span(of: day, in: term) ?? day...day
        // An answer of the whole day and one of a window exclude each other: the schedule may have changed on that day.
        let window = draft.window(in: row.phase.settings)
        let excluding: Query = window.map { "AND dayWindow IN (0, \($0))" } ?? ""
        let isThere: Bool? = try value(
            """
            SELECT EXISTS (
                SELECT 1 FROM studyAnswer
                WHERE day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    \(excluding) AND form = \(draft.form.rawValue) AND participant IN (
                        SELECT number FROM studyParticipant
                        WHERE account = \(account.rawValue) AND study = \(row.number)))
            """)
        guard isThere == false else { throw StudyRefusal.answered }
    }

    /// The token of an account for an answer in a study where answers belong to nobody.
    ///
    /// An answer of the whole day and one of a window exclude each other, as ``checkOnce(_:_:in:_:)`` has it.
    fileprivate func token(
        of account: Account.ID, for draft: StudyAnswerDraft, _ window: Int?, in study: StudyRow,
        _ keys: KeyRing
    ) throws -> Data {
        let others = window == nil ? (1...StudySchedule.mostWindows).map(Optional.some) : [nil]
        for other in others {
            let token = try study.token(of: account, for: draft, other, keys)
            let isThere: Bool? = try value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM studyAnswer WHERE study = \(study.number) AND token = \(token))
                """)
            guard isThere == false else { throw StudyRefusal.answered }
        }
        return try study.token(of: account, for: draft, window, keys)
    }

    /// What a researcher sees of the cells of the days of some answers; nothing if the role sees no places.
    fileprivate func sharedCells(
        around answers: [StudyAnswer], of row: StudyRow, _ keys: KeyRing
    ) throws -> Set<StudyAnswer.Sight> {
        guard let first = answers.first?.day, let last = answers.last?.day, let role = row.role,
            StudyPolicy.acts(of: role).contains(.seePlaces)
        else { return [] }
        let settings = row.phase.settings
        let all = try studyAnswers(
            where: """
                \(row.shown(after: nil))
                    AND day BETWEEN \(first.daysSinceEpoch) AND \(last.daysSinceEpoch)
                """,
            order: "day, id", limit: .max, cell: StudyRow.wideCell, keys)
        let names = try settings.mode == .linked ? StudyPeople(of: row.number, in: self).names : [:]
        return StudyCell.shared(by: all, k: settings.k, mode: settings.mode, names: names)
    }

    /// The answers that meet a condition.
    func studyAnswers(
        where condition: Query, order: Query, limit: Int, cell: (Coordinate) -> Coordinate? = { $0 },
        _ keys: KeyRing
    ) throws -> [StudyAnswer] {
        try rows(
            """
            SELECT studyAnswer.*, (
                SELECT pseudonym FROM studyParticipant WHERE number = participant) AS pseudonym
            FROM studyAnswer WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map { row in
            let id: String = try row["id"]
            let content = try StudyAnswerRow.seal.opened(try row["sealed"], at: .text(id), keys)
            let window: Int = try row["dayWindow"]
            guard let form = StudyForm.Name(rawValue: try row["form"])
            else { preconditionFailure("the store holds an answer to no form") }
            return StudyAnswer(
                id: id, pseudonym: try row["pseudonym"] as String?, version: try row["version"],
                form: form, day: CivilDate(daysSinceEpoch: try row["day"]),
                window: window == 0 ? nil : window, given: content.time,
                cell: content.cell.flatMap(cell), answers: content.answers)
        }
    }
}

extension StudyAnswerContent {
    /// When it was given; `nil` where answers belong to nobody.
    fileprivate var time: Date? { given.map { Date(timeIntervalSince1970: Double($0) / 1_000) } }
}
