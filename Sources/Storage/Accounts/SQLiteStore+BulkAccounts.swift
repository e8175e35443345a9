package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// Opens many accounts with a credential each, in one transaction.
    ///
    /// The caller vouches for the owners' consents.
    ///
    /// - Parameters:
    ///   - names: Names that no account has.
    ///   - now: When they are opened.
    ///   - credential: Makes the credential of a newly opened account.
    /// - Throws: `DatabaseError` when a name is taken; then no account is opened.
    /// - Returns: The accounts, in the order of the names.
    package func addAccounts(
        named names: [String], at now: Date, credential: @escaping @Sendable (Account.ID) -> Credential
    ) async throws -> [Account.ID] {
        try await pool.write { database in
            try names.map { name in
                let number = try database.insertedNumber(
                    "INSERT INTO account (name, created) VALUES (\(name), \(now.stored)) RETURNING id")
                let account = Account.ID(rawValue: number)
                let credential = credential(account)
                try database.execute(
                    literal: """
                        INSERT INTO credential (id, account, hash, created)
                        VALUES (\(credential.id), \(account.rawValue), \(credential.hash), \(now.stored))
                        """)
                for purpose in Consent.Purpose.ofService {
                    try SQLiteRunner(database).give(
                        Consent.Agreement(to: purpose), of: account, by: .command, at: now)
                }
                return account
            }
        }
    }
}
