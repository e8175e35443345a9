import Allergens
import Forms
package import Foundation
import Sealing
import Studies
import StudyExport

/// What is published of the answers to studies.
extension RowStore {
    /// Publishes the results that are due.
    ///
    /// They are kept as they are published: if somebody erases answers after that, or joins, nobody learns
    /// from the difference what it was.
    ///
    /// - Returns: How many were published.
    /// - Throws: An error of the database, or of a sealed value.
    package func releaseResults(at now: Date) async throws -> Int {
        let today = CivilDate(daysSinceEpoch: Int(now.stored / 86_400))
        let studies = try await readRows { runner in
            try runner.rows("SELECT id FROM study WHERE results <> 'never'").map {
                try $0.first(as: String.self)
            }
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
        let found = try await readRows { [keys] runner -> (Int64, StudyRelease)? in
            guard let row = try StudyRow.one(id, in: runner) else { return nil }
            let last = try runner.value(
                "SELECT max(lastDay) FROM studyRelease WHERE study = \(row.number)", as: Int?.self)
            let former = last.flatMap(\.self).map { CivilDate(daysSinceEpoch: $0) }
            guard let days = row.phase.daysToRelease(after: former, at: today),
                let results = try runner.results(of: row, on: days, keys)
            else { return nil }
            return (row.number, StudyRelease(days: days, results: results))
        }
        guard let (study, release) = found else { return false }
        let content = String(decoding: try JSONEncoder().encode(release.results), as: UTF8.self)
        return try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                INSERT INTO studyRelease (study, firstDay, lastDay, content)
                VALUES (
                    \(study), \(release.days.lowerBound.daysSinceEpoch),
                    \(release.days.upperBound.daysSinceEpoch), \(content))
                ON CONFLICT DO NOTHING
                """) == 1
        }
    }
}

extension OpenedAnswers.Answer {
    /// A number for the day, or for the window of it, to which everybody gives one answer.
    fileprivate var dayPart: Int { day * (StudySchedule.mostWindows + 1) + Int(window) }
}

extension QueryRunner {
    /// Counts the answers that researchers see of some days; `nil` if nobody may read anything of it.
    fileprivate func results(
        of row: StudyRow, on days: ClosedRange<CivilDate>, _ keys: KeyRing
    ) throws -> StudyResults? {
        let isLinked = row.phase.settings.mode == .linked
        let versions = try StudyVersions(of: row.number, by: self)
        let people = try isLinked ? StudyPeople(of: row.number, in: self) : nil
        var tally = StudyTally(versions.forms, k: row.phase.settings.k, isLinked: isLinked)
        let condition: Query = """
            \(row.shown(after: nil))
                AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
            """
        let answers = OpenedAnswers(of: condition, StudyAnswerRow.seal, keys, by: self)
        while let answer = try answers.next() {
            guard let form = versions.form(of: answer.edition) else { continue }
            let unit =
                answer.participant.flatMap { people?.person(of: $0) } ?? answer.dayPart
            tally.add(answer.content.answers, to: form, by: unit)
        }
        return tally.results(versions: versions.numbersByForm, names: versions.names)
    }
}
