package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// Adds a token to an account.
    ///
    /// - Throws: ``AccountRefusal/tooManyTokens(limit:)``; then nothing has changed.
    package func addToken(_ credential: Credential, label: String?, at now: Date) async throws {
        guard case .account(let account) = credential.principal
        else { preconditionFailure("a token is an account's") }
        try await pool.write { [cipher] database in
            let sealed = try TokenLabel.sealed(label, of: credential.id, cipher.keys)
            let count = try SQLRequest<Int>(
                literal: """
                    SELECT count(*) FROM credential
                    WHERE account = \(account.rawValue) AND coalesce(ends, \(Int64.max)) > \(now.stored)
                    """
            ).fetchOne(database)
            guard (count ?? 0) < AccountToken.limit
            else { throw AccountRefusal.tooManyTokens(limit: AccountToken.limit) }
            try database.execute(
                literal: """
                    INSERT INTO credential (id, account, hash, created, tokenLabel, ends, scopes)
                    VALUES (\(credential.id), \(account.rawValue), \(credential.hash), \(now.stored), \(sealed),
                        \(credential.ends?.stored), \(credential.scopes.rawValue))
                    """)
            try Self.note(
                .tokenMade, of: account.rawValue, object: credential.id, at: now, in: database)
        }
    }

    /// The tokens of an account that are in force, newest first.
    package func tokens(of account: Account.ID, at now: Date) async throws -> [AccountToken] {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT id, tokenLabel, scopes, created, lastUsed, ends FROM credential
                    WHERE account = \(account.rawValue) AND coalesce(ends, \(Int64.max)) > \(now.stored)
                    ORDER BY created DESC, id
                    """
            ).fetchAll(database).map { row in
                AccountToken(
                    id: row["id"],
                    label: try TokenLabel.opened(row["tokenLabel"], of: row["id"], cipher.keys),
                    scopes: (row["scopes"] as Int?).map(Scopes.init(rawValue:)) ?? .all,
                    created: Date(stored: row["created"]),
                    lastUsed: (row["lastUsed"] as Int64?).map(Date.init(stored:)),
                    ends: (row["ends"] as Int64?).map(Date.init(stored:)))
            }
        }
    }

    /// Ends a token of an account at once.
    ///
    /// - Returns: `false` when the account has no such token.
    package func endToken(_ id: String, of account: Account.ID, at now: Date) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM credential WHERE id = \(id) AND account = \(account.rawValue)")
            guard database.changesCount == 1 else { return false }
            try Self.note(.tokenRevoked, of: account.rawValue, object: id, at: now, in: database)
            return true
        }
    }
}
