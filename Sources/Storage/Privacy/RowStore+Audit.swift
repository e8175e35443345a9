import Alerts
package import Foundation
import GRDB
package import People

extension RowStore {
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
        try await writeRows(locking: .nothing) { runner in
            for account in accounts {
                try runner.note(act, of: account.rawValue, by: actor, object: object, at: now)
            }
        }
    }

    /// The audit entries of an account with numbers below `last`, newest first, at most `limit`.
    package func audit(
        of account: Account.ID, before last: Int64 = .max, limit: Int
    ) async throws -> [AuditEntry] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT number, act, actor, object, created FROM audit
                WHERE account = \(account.rawValue) AND number < \(last) ORDER BY number DESC LIMIT \(limit)
                """
            ).compactMap(AuditEntry.init(row:))
        }
    }

    /// What others than the owners did to accounts, with numbers below `last`, latest first, at most `limit`.
    ///
    /// Reading alone is left out: it has an entry for each account that was read, and tells its owner.
    package func administrativeActs(before last: Int64, limit: Int) async throws -> [AdministrativeAct] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT audit.number, audit.act, audit.actor, audit.object, audit.created,
                    account.id, account.name
                FROM audit JOIN account ON account.id = audit.account
                WHERE audit.actor != 'owner' AND audit.act != 'inspected' AND audit.number < \(last)
                ORDER BY audit.number DESC LIMIT \(limit)
                """
            ).compactMap { row in
                guard let entry = try AuditEntry(row: row) else { return nil }
                let account = Account(id: Account.ID(rawValue: try row["id"]), name: try row["name"])
                return AdministrativeAct(entry: entry, account: account)
            }
        }
    }
}

extension QueryRunner {
    /// Records an entry in the transaction of the act.
    func note(
        _ act: AuditEntry.Act, of account: Int64, by actor: AuditEntry.Actor = .owner, object: String? = nil,
        at now: Date
    ) throws {
        try run(
            """
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
    func noteRefusal(of account: Account.ID, at now: Date) throws {
        let (act, limit) = (AuditEntry.Act.signInRefused.rawValue, AuditEntry.refusalsPerDay)
        let yesterday = now.addingTimeInterval(-86_400).stored
        try run(
            """
            INSERT INTO audit (account, act, actor, created)
            SELECT id, \(act), 'owner', \(now.stored) FROM account
            WHERE id = \(account.rawValue) AND (
                SELECT count(*) FROM (
                    SELECT 1 FROM audit WHERE account = \(account.rawValue) AND act = 'signInRefused'
                        AND created > \(yesterday) LIMIT \(limit)) AS refusal) < \(limit)
            """)
    }

    /// Records the end of an account's own sessions that meet a condition, and ends its open streams.
    ///
    /// A stream does not know the session that opened it. Those of others are opened again, and miss nothing.
    func noteEnd(ofSessions condition: Query, by actor: AuditEntry.Actor = .owner, at now: Date) throws {
        let accounts = try rows("SELECT DISTINCT account FROM session WHERE \(condition)").map {
            Account.ID(rawValue: try $0.first(as: Int64.self))
        }
        guard !accounts.isEmpty else { return }
        notify(of: CommittedChanges(accounts: Set(accounts)))
        try run(
            """
            INSERT INTO audit (account, act, actor, object, created)
            SELECT account, \(AuditEntry.Act.signedOut.rawValue), \(actor.rawValue), nullif(device, ''),
                \(now.stored)
            FROM session WHERE \(condition) ORDER BY created, id
            """)
    }
}

extension SQLiteStore {
    /// Records that somebody accessed the data of one account.
    package func note(
        _ act: AuditEntry.Act, of account: Account.ID, by actor: AuditEntry.Actor, object: String? = nil,
        at now: Date
    ) async throws {
        try await note(act, of: [account], by: actor, object: object, at: now)
    }

    /// Records an entry in the transaction of an act that is not written over ``QueryRunner``.
    static func note(
        _ act: AuditEntry.Act, of account: Int64, by actor: AuditEntry.Actor = .owner, object: String? = nil,
        at now: Date, in database: Database
    ) throws {
        try SQLiteRunner(database).note(act, of: account, by: actor, object: object, at: now)
    }
}

extension AuditEntry {
    fileprivate init?(row: QueryRow) throws {
        guard let act = Act(rawValue: try row["act"]), let actor = Actor(rawValue: try row["actor"]) else {
            return nil
        }
        self.init(
            number: try row["number"], act: act, actor: actor, object: try row["object"],
            created: Date(stored: try row["created"]))
    }
}
