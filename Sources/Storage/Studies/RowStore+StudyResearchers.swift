package import Foundation
package import People
package import Studies

extension RowStore {
    /// Gives a role in a study to an account that does research, or takes it away.
    ///
    /// - Parameters:
    ///   - role: The role; `nil` takes it away.
    ///   - name: The name of the account, in any case.
    ///   - id: The study.
    ///   - owner: Who does it.
    ///   - now: The present.
    /// - Throws: ``StudyRefusal``.
    package func appoint(
        _ role: StudyRole?, _ name: String, in id: Study.ID, by owner: Account.ID, at now: Date
    ) async throws {
        try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: owner, for: .appoint, in: runner)
            if let role {
                guard let account = try runner.researcher(named: name)
                else { throw StudyRefusal.unknownResearcher }
                try StudyRow.appoint(account, role, to: row.number, at: now, by: runner)
            } else {
                // A role of somebody who does no research any more is taken away as well.
                let count = try runner.run(
                    """
                    DELETE FROM studyResearcher WHERE study = \(row.number) AND account = (
                        SELECT account.id FROM account
                        WHERE \(AccountName.column) = \(AccountName.folded(name)))
                    """)
                guard count == 1 else { throw StudyRefusal.unknownResearcher }
            }
            try row.checkResearchers(by: runner)
        }
    }
}

extension QueryRunner {
    /// The number of the account with a name, if it does research.
    fileprivate func researcher(named name: String) throws -> Int64? {
        try value(
            """
            SELECT account.id FROM account
            WHERE \(AccountName.column) = \(AccountName.folded(name)) AND EXISTS (
                SELECT 1 FROM accountRole
                WHERE accountRole.account = account.id AND accountRole.role = 'researcher')
            """)
    }
}

extension StudyRow {
    /// Refuses a study without an owner, or with too many who do research in it.
    ///
    /// - Throws: ``StudyRefusal``.
    fileprivate func checkResearchers(by runner: any QueryRunner) throws {
        let roles = try runner.rows("SELECT role FROM studyResearcher WHERE study = \(number)")
            .map { try $0.first(as: String.self) }
        guard roles.contains(StudyRole.owner.rawValue) else { throw StudyRefusal.lastOwner }
        guard roles.count <= StudyPolicy.mostResearchers else { throw StudyRefusal.tooMany }
    }
}
