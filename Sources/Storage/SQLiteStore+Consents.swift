package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// Every consent of an account, the oldest first, with those that were taken back.
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

    /// Whether an account's consent to a purpose stands, whatever version of the text it was given to.
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

    /// Keeps that an account agrees to a purpose, as it reads today.
    ///
    /// An account that agreed to the same version before keeps the time at which it did; one that agreed to an older
    /// version agrees anew.
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
                UPDATE consent SET withdrawn = max(given, \(now.stored))
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

    /// Takes a consent back.
    ///
    /// - Returns: `false` when none stands.
    package func withdrawConsent(
        to purpose: Consent.Purpose, of account: Account.ID, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE consent SET withdrawn = max(given, \(now.stored))
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
