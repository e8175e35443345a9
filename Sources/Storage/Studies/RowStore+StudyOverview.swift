import Foundation
import People
package import Studies

/// What administrators see of studies.
extension RowStore {
    /// All studies with numbers below `first`, the newest first, at most `limit`: without forms, and without answers.
    package func studyOverviews(before first: Int64, limit: Int) async throws -> [StudyOverview] {
        try await readRows { runner in
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.number < \(first)", order: "study.number DESC",
                limit: limit, in: runner)
            return try found.map { row in
                StudyOverview(
                    number: row.number, id: row.id, phase: row.phase, title: try row.publishedTitle,
                    created: try row.created, owners: try runner.owners(of: row.number),
                    people: try runner.statuses(of: row.number))
            }
        }
    }
}

extension QueryRunner {
    /// The owners of a study, by name.
    fileprivate func owners(of study: Int64) throws -> [Account] {
        try rows(
            """
            SELECT account.id, account.name FROM studyResearcher
            JOIN account ON account.id = studyResearcher.account
            WHERE studyResearcher.study = \(study) AND studyResearcher.role = 'owner'
            ORDER BY account.name
            """
        ).map { Account(id: Account.ID(rawValue: try $0["id"]), name: try $0["name"]) }
    }
}
