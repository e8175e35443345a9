import Alerts
package import Foundation
package import People

extension RowStore {
    /// Adds a token to an account.
    ///
    /// - Throws: ``AccountRefusal/tooManyTokens(limit:)``; then nothing has changed.
    package func addToken(_ credential: Credential, label: String?, at now: Date) async throws {
        guard case .account(let account) = credential.principal
        else { preconditionFailure("a token is an account's") }
        try await writeRows(locking: .account(account)) { [keys] runner in
            let sealed = try TokenLabel.sealed(label, of: credential.id, keys)
            let count = try runner.value(
                """
                SELECT count(*) FROM credential
                WHERE account = \(account.rawValue) AND coalesce(ends, \(Int64.max)) > \(now.stored)
                """, as: Int.self)
            guard (count ?? 0) < AccountToken.limit
            else { throw AccountRefusal.tooManyTokens(limit: AccountToken.limit) }
            try runner.run(
                """
                INSERT INTO credential (id, account, hash, created, tokenLabel, ends, scopes)
                VALUES (\(credential.id), \(account.rawValue), \(credential.hash), \(now.stored), \(sealed),
                    \(credential.ends?.stored), \(credential.scopes.rawValue))
                """)
            try runner.note(
                .tokenMade, of: account.rawValue, object: credential.id, at: now)
        }
    }

    /// The tokens of an account that are in force, newest first.
    package func tokens(of account: Account.ID, at now: Date) async throws -> [AccountToken] {
        try await readRows { [keys] runner in
            try runner.rows(
                """
                SELECT id, tokenLabel, scopes, created, lastUsed, ends FROM credential
                WHERE account = \(account.rawValue) AND coalesce(ends, \(Int64.max)) > \(now.stored)
                ORDER BY created DESC, id
                """
            ).map { row in
                AccountToken(
                    id: try row["id"],
                    label: try TokenLabel.opened(row["tokenLabel"], of: row["id"], keys),
                    scopes: (try row["scopes"] as Int?).map(Scopes.init(rawValue:)) ?? .all,
                    created: Date(stored: try row["created"]),
                    lastUsed: (try row["lastUsed"] as Int64?).map(Date.init(stored:)),
                    ends: (try row["ends"] as Int64?).map(Date.init(stored:)))
            }
        }
    }

    /// Ends a token of an account at once, and the account's open streams, one of which it may have opened.
    ///
    /// - Returns: `false` when the account has no such token.
    package func endToken(_ id: String, of account: Account.ID, at now: Date) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            let count = try runner.run(
                "DELETE FROM credential WHERE id = \(id) AND account = \(account.rawValue)")
            guard count == 1 else { return false }
            try runner.note(.tokenRevoked, of: account.rawValue, object: id, at: now)
            runner.notify(of: CommittedChanges(accounts: [account]))
            return true
        }
    }
}
