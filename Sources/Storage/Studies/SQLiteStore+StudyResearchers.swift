package import Foundation
import GRDB
package import People
package import Studies

extension SQLiteStore {
    /// Gives a role in a study to an account that does research, or takes it away.
    ///
    /// - Parameters:
    ///   - role: The role; `nil` takes it away.
    ///   - name: The name of the account.
    ///   - id: The study.
    ///   - owner: Who does it.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``.
    package func appoint(
        _ role: StudyRole?, _ name: String, in id: Study.ID, by owner: Account.ID, at now: Date
    ) async throws {
        try await pool.write { database in
            let row = try StudyRow.one(id, by: owner, for: .appoint, in: database)
            let account = try Int64.fetchOne(
                database,
                sql: """
                    SELECT id FROM account WHERE name = ? AND EXISTS (
                        SELECT 1 FROM accountRole WHERE account = account.id AND role = 'researcher')
                    """, arguments: [name])
            if let role {
                guard let account else { throw StudyRefusal.unknownResearcher }
                try StudyRow.appoint(account, role, to: row.number, at: now, by: SQLiteRunner(database))
            } else {
                // A role of somebody who does no research any more is taken away as well.
                try database.execute(
                    literal: """
                        DELETE FROM studyResearcher WHERE study = \(row.number)
                            AND account = (SELECT id FROM account WHERE name = \(name))
                        """)
                guard database.changesCount == 1 else { throw StudyRefusal.unknownResearcher }
            }
            let counts = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*) AS count, count(*) FILTER (WHERE role = 'owner') AS owners
                    FROM studyResearcher WHERE study = ?
                    """, arguments: [row.number])
            guard counts?["owners"] ?? 0 > 0 else { throw StudyRefusal.lastOwner }
            guard counts?["count"] ?? 0 <= StudyPolicy.mostResearchers else { throw StudyRefusal.tooMany }
        }
    }
}
