package import Foundation
package import People

extension RowStore {
    /// All consents of an account, oldest first, including those withdrawn.
    package func consents(of account: Account.ID) async throws -> [Consent] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT purpose, version, source, given, withdrawn FROM consent
                WHERE account = \(account.rawValue) ORDER BY number
                """
            ).compactMap(Consent.init(row:))
        }
    }

    /// Whether an account's consent to a purpose is in force, for any version of the text.
    package func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try await glanceRows { runner in
            try runner.value(
                """
                SELECT EXISTS (
                    SELECT 1 FROM consent
                    WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL)
                """) ?? false
        }
    }

    /// Records an account's consent to a purpose in its current version.
    ///
    /// A consent to the same version keeps its original time. A consent to an older version is given anew.
    package func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date
    ) async throws {
        try await writeRows(locking: .account(account)) { runner in
            try runner.give(Consent.Agreement(to: purpose), of: account, by: source, at: now)
        }
    }

    /// Withdraws a consent.
    ///
    /// - Returns: `false` when there is none in force.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                UPDATE consent
                SET withdrawn = CASE WHEN given > \(now.stored) THEN given ELSE \(now.stored) END
                WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL
                """) > 0
        }
    }
}

extension QueryRunner {
    /// Records an account's consent in the transaction of the act that it is given with.
    func give(
        _ agreement: Consent.Agreement, of account: Account.ID, by source: Consent.Source, at now: Date
    ) throws {
        let (purpose, version) = (agreement.purpose, agreement.version)
        try run(
            """
            UPDATE consent
            SET withdrawn = CASE WHEN given > \(now.stored) THEN given ELSE \(now.stored) END
            WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL
                AND version <> \(version)
            """)
        try run(
            """
            INSERT INTO consent (account, purpose, version, source, given)
            VALUES (\(account.rawValue), \(purpose.rawValue), \(version), \(source.rawValue), \(now.stored))
            ON CONFLICT (account, purpose) WHERE withdrawn IS NULL DO NOTHING
            """)
    }
}

extension Consent {
    fileprivate init?(row: QueryRow) throws {
        guard let purpose = Purpose(rawValue: try row["purpose"]),
            let source = Source(rawValue: try row["source"])
        else { return nil }
        self.init(
            purpose: purpose, version: try row["version"], source: source,
            given: Date(stored: try row["given"]),
            withdrawn: (try row["withdrawn"] as Int64?).map(Date.init(stored:)))
    }
}
