package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// Records that somebody accessed the data of some accounts.
    ///
    /// This is for acts that only read. An act that changes something records its entry in its own
    /// transaction, so that neither exists without the other. A reading act records its entry first, and
    /// reads nothing if that fails.
    ///
    /// - Parameters:
    ///   - act: What was done.
    ///   - accounts: The accounts with the data; a deleted account gets no entry.
    ///   - actor: Who did it.
    ///   - object: What it was done to, in at most ``AuditEntry/objectLimit`` characters.
    ///   - now: When.
    /// - Throws: Why nothing could be written.
    package func note(
        _ act: AuditEntry.Act, of accounts: [Account.ID], by actor: AuditEntry.Actor, object: String? = nil,
        at now: Date
    ) async throws {
        guard !accounts.isEmpty else { return }
        try await pool.write { database in
            for account in accounts {
                try Self.note(act, of: account.rawValue, by: actor, object: object, at: now, in: database)
            }
        }
    }

    /// Records that somebody accessed the data of one account.
    package func note(
        _ act: AuditEntry.Act, of account: Account.ID, by actor: AuditEntry.Actor, object: String? = nil,
        at now: Date
    ) async throws {
        try await note(act, of: [account], by: actor, object: object, at: now)
    }

    /// Records an entry in the transaction of the act.
    static func note(
        _ act: AuditEntry.Act, of account: Int64, by actor: AuditEntry.Actor = .owner, object: String? = nil,
        at now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO audit (account, act, actor, object, created)
                SELECT id, \(act.rawValue), \(actor.rawValue), \(object), \(now.stored)
                FROM account WHERE id = \(account)
                """)
    }

    /// Records that a sign-in was refused, unless that was recorded ``AuditEntry/refusalsPerDay`` times
    /// within a day.
    ///
    /// An index gives the count, so it takes no longer for an account with many refusals than for one with
    /// none.
    static func noteRefusal(of account: Account.ID, at now: Date, in database: Database) throws {
        let (act, limit) = (AuditEntry.Act.signInRefused.rawValue, AuditEntry.refusalsPerDay)
        let yesterday = now.addingTimeInterval(-86_400).stored
        try database.execute(
            literal: """
                INSERT INTO audit (account, act, actor, created)
                SELECT id, \(act), 'owner', \(now.stored) FROM account
                WHERE id = \(account.rawValue) AND (
                    SELECT count(*) FROM (
                        SELECT 1 FROM audit WHERE account = \(account.rawValue) AND act = 'signInRefused'
                            AND created > \(yesterday) LIMIT \(limit)) AS refusal) < \(limit)
                """)
    }

    /// Records the end of an account's own sessions that meet a condition.
    static func noteEnd(
        ofSessions condition: SQL, by actor: AuditEntry.Actor = .owner, at now: Date, in database: Database
    ) throws {
        try database.execute(
            literal: """
                INSERT INTO audit (account, act, actor, object, created)
                SELECT account, \(AuditEntry.Act.signedOut.rawValue), \(actor.rawValue), nullif(device, ''),
                    \(now.stored)
                FROM session WHERE \(condition) ORDER BY created, id
                """)
    }

    /// The audit entries of an account with numbers below `last`, newest first, at most `limit`.
    package func audit(
        of account: Account.ID, before last: Int64 = .max, limit: Int
    ) async throws -> [AuditEntry] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT number, act, actor, object, created FROM audit
                    WHERE account = \(account.rawValue) AND number < \(last) ORDER BY number DESC LIMIT \(limit)
                    """
            ).fetchAll(database).compactMap(AuditEntry.init(row:))
        }
    }

    /// What others than the owners did to accounts, with numbers below `last`, latest first, at most `limit`.
    ///
    /// Reading alone is left out: it has an entry for each account that was read, and tells its owner.
    package func administrativeActs(before last: Int64, limit: Int) async throws -> [AdministrativeAct] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT audit.number, audit.act, audit.actor, audit.object, audit.created,
                        account.id, account.name
                    FROM audit JOIN account ON account.id = audit.account
                    WHERE audit.actor != 'owner' AND audit.act != 'inspected' AND audit.number < \(last)
                    ORDER BY audit.number DESC LIMIT \(limit)
                    """
            ).fetchAll(database).compactMap { row in
                AuditEntry(row: row).map {
                    AdministrativeAct(
                        entry: $0, account: Account(id: Account.ID(rawValue: row["id"]), name: row["name"]))
                }
            }
        }
    }
}

extension AuditEntry {
    fileprivate init?(row: Row) {
        guard let act = Act(rawValue: row["act"]), let actor = Actor(rawValue: row["actor"]) else {
            return nil
        }
        self.init(
            number: row["number"], act: act, actor: actor, object: row["object"],
            created: Date(stored: row["created"]))
    }
}
