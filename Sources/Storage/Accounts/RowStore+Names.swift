package import Foundation
package import People

extension RowStore {
    /// Renames an account for its owner, who can read the former name in the audit log.
    ///
    /// The same name changes nothing. Persons in somebody's care have no name of an account.
    ///
    /// - Throws: ``AccountRefusal`` `nameTaken` or `unknownAccount`; then nothing has changed.
    package func rename(
        _ account: Account.ID, to name: String, by actor: AuditEntry.Actor, at now: Date
    ) async throws {
        try await writeRows(locking: .logins) { runner in
            let former: String? = try runner.value(
                "SELECT name FROM account WHERE id = \(account.rawValue) AND guardian IS NULL")
            guard let former else { throw AccountRefusal.unknownAccount }
            guard former != name else { return }
            let count = try runner.run(
                """
                UPDATE account SET name = \(name)
                WHERE id = \(account.rawValue)
                    AND NOT EXISTS (
                        SELECT 1 FROM account
                        WHERE \(AccountName.column) = \(AccountName.folded(name))
                            AND id <> \(account.rawValue))
                """)
            guard count == 1 else { throw AccountRefusal.nameTaken }
            let letters = former.unicodeScalars.prefix(AuditEntry.objectLimit)
            try runner.note(
                .renamed, of: account.rawValue, by: actor,
                object: String(String.UnicodeScalarView(letters)), at: now)
        }
    }
}
