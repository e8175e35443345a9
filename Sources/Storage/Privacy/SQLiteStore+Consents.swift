package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// All consents of an account, oldest first, including those withdrawn.
    package func consents(of account: Account.ID) async throws -> [Consent] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT purpose, version, source, given, withdrawn FROM consent
                    WHERE account = \(account.rawValue) ORDER BY number
                    """
            ).fetchAll(database).compactMap(Consent.init(row:))
        }
    }

    /// Whether an account's consent to a purpose is in force, for any version of the text.
    package func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try glance { database in
            try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (
                        SELECT 1 FROM consent
                        WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL)
                    """, cached: true
            ).fetchOne(database) ?? false
        }
    }

    /// Records an account's consent to a purpose in its current version.
    ///
    /// A consent to the same version keeps its original time. A consent to an older version is given anew.
    package func giveConsent(
        to purpose: Consent.Purpose, of account: Account.ID, by source: Consent.Source, at now: Date
    ) async throws {
        try await pool.write { database in
            try Self.give(Consent.Agreement(to: purpose), of: account, by: source, at: now, in: database)
        }
    }

    static func give(
        _ agreement: Consent.Agreement, of account: Account.ID, by source: Consent.Source, at now: Date,
        in database: Database
    ) throws {
        let (purpose, version) = (agreement.purpose, agreement.version)
        try database.execute(
            literal: """
                UPDATE consent
                SET withdrawn = CASE WHEN given > \(now.stored) THEN given ELSE \(now.stored) END
                WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL
                    AND version <> \(version)
                """)
        try database.execute(
            literal: """
                INSERT INTO consent (account, purpose, version, source, given)
                VALUES (\(account.rawValue), \(purpose.rawValue), \(version), \(source.rawValue), \(now.stored))
                ON CONFLICT (account, purpose) WHERE withdrawn IS NULL DO NOTHING
                """)
    }

    /// Withdraws a consent.
    ///
    /// - Returns: `false` when there is none in force.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE consent
                    SET withdrawn = CASE WHEN given > \(now.stored) THEN given ELSE \(now.stored) END
                    WHERE account = \(account.rawValue) AND purpose = \(purpose.rawValue) AND withdrawn IS NULL
                    """)
            return database.changesCount > 0
        }
    }
}

extension Consent {
    fileprivate init?(row: Row) {
        guard let purpose = Purpose(rawValue: row["purpose"]), let source = Source(rawValue: row["source"])
        else { return nil }
        self.init(
            purpose: purpose, version: row["version"], source: source, given: Date(stored: row["given"]),
            withdrawn: (row["withdrawn"] as Int64?).map(Date.init(stored:)))
    }
}
