import Allergens
import Forms
package import Foundation
import GRDB
import Sealing
import Studies
import StudyExport

/// What is published of the answers to studies.
extension SQLiteStore {
    /// Publishes the results that are due.
    ///
    /// They are kept as they are published: if somebody erases answers after that, or joins, nobody learns
    /// from the difference what it was.
    ///
    /// - Returns: How many were published.
    /// - Throws: An error of the database, or of a sealed value.
    package func releaseResults(at now: Date) async throws -> Int {
        let today = CivilDate(daysSinceEpoch: Int(now.stored / 86_400))
        let studies = try await pool.read { database in
            try String.fetchAll(database, sql: "SELECT id FROM study WHERE results <> 'never'")
        }
        var count = 0
        for id in studies {
            let isReleased = try await release(of: Study.ID(rawValue: id), at: today)
            if isReleased { count += 1 }
        }
        return count
    }

    /// Publishes the results of a study that are due; `false` if there are none.
    private func release(of id: Study.ID, at today: CivilDate) async throws -> Bool {
        let found = try await pool.read { [cipher] database -> (Int64, StudyRelease)? in
            guard let row = try StudyRow.one(id, in: database) else { return nil }
            let last = try Int.fetchOne(
                database, sql: "SELECT max(lastDay) FROM studyRelease WHERE study = ?",
                arguments: [row.number])
            let former = last.map { CivilDate(daysSinceEpoch: $0) }
            guard let days = row.phase.daysToRelease(after: former, at: today),
                let results = try Self.results(of: row, on: days, cipher, in: database)
            else { return nil }
            return (row.number, StudyRelease(days: days, results: results))
        }
        guard let (study, release) = found else { return false }
        let content = String(decoding: try JSONEncoder().encode(release.results), as: UTF8.self)
        return try await pool.write { database in
            try database.execute(
                literal: """
                    INSERT INTO studyRelease (study, firstDay, lastDay, content)
                    VALUES (
                        \(study), \(release.days.lowerBound.daysSinceEpoch),
                        \(release.days.upperBound.daysSinceEpoch), \(content))
                    ON CONFLICT DO NOTHING
                    """)
            return database.changesCount == 1
        }
    }

    /// Counts the answers that researchers see of some days; `nil` if nobody may read anything of it.
    private static func results(
        of row: StudyRow, on days: ClosedRange<CivilDate>, _ cipher: RowCipher, in database: Database
    ) throws -> StudyResults? {
        let isLinked = row.phase.settings.mode == .linked
        let versions = try StudyVersions(of: row.number, in: database)
        let people = try isLinked ? StudyPeople(of: row.number, in: SQLiteRunner(database)) : nil
        var tally = StudyTally(versions.forms, k: row.phase.settings.k, isLinked: isLinked)
        var condition = row.shown(after: nil).literal
        condition.append(
            literal: """
                 AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                """)
        let rows = try SQLRequest<Row>(
            literal: """
                SELECT id, sealed, participant, day, version FROM studyAnswer WHERE \(condition)
                ORDER BY day, id
                """
        ).fetchCursor(database)
        let answers = OpenedAnswers(rows, StudyAnswerRow.seal, cipher)
        while let answer = try answers.next() {
            guard let form = versions.places[answer.version] else { continue }
            let unit = answer.participant.flatMap { people?.person(of: $0) } ?? answer.day
            tally.add(answer.content.answers, to: form, by: unit)
        }
        return tally.results(versions: versions.numbersByForm)
    }
}
