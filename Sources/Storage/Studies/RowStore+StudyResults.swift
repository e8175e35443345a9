import Allergens
import Foundation
package import People
package import Studies
package import StudyExport

/// What everybody may read of the answers to studies.
extension RowStore {
    /// Says when the results of a study are published; what is published is hidden while nothing shall be.
    ///
    /// - Throws: ``StudyRefusal``.
    package func release(
        _ results: StudyResultsRelease, of id: Study.ID, by researcher: Account.ID
    ) async throws {
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .release, in: runner)
            try runner.run("UPDATE study SET results = \(results.rawValue) WHERE number = \(row.number)")
        }
    }

    /// What is published of a study's answers, the latest first; nothing if its owner does not want that now.
    package func releases(of id: Study.ID) async throws -> [StudyRelease] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT studyRelease.firstDay, studyRelease.lastDay, content FROM studyRelease
                JOIN study ON study.number = studyRelease.study
                WHERE study.id = \(id.rawValue) AND study.state <> 'draft' AND study.results <> 'never'
                ORDER BY studyRelease.firstDay DESC
                """
            ).map { row in
                let content: String = try row["content"]
                let first = CivilDate(daysSinceEpoch: try row["firstDay"])
                return StudyRelease(
                    days: first...CivilDate(daysSinceEpoch: try row["lastDay"]),
                    results: try JSONDecoder().decode(StudyResults.self, from: Data(content.utf8)))
            }
        }
    }
}
