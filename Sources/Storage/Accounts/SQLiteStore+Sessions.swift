package import Foundation
import GRDB
package import People

extension SQLiteStore {
    /// Adds a session and records the sign-in.
    ///
    /// If the account then has too many, the one unused for longest ends.
    package func add(_ stored: StoredSession) async throws {
        let session = stored.session
        try await pool.write { database in
            try database.execute(
                literal: """
                    INSERT INTO session
                        (id, account, hash, renewed, seed, kind, scopes, device, created, lastUsed, ends)
                    VALUES (\(session.id.rawValue), \(session.account.rawValue), \(stored.hash),
                        \(stored.renewed.stored), \(stored.seed), \(session.kind.rawValue),
                        \(session.scopes.rawValue), \(session.device), \(session.created.stored),
                        \(session.lastUsed.stored), \(session.ends.stored))
                    """)
            try database.execute(
                literal: """
                    DELETE FROM session WHERE id IN (
                        SELECT id FROM session WHERE account = \(session.account.rawValue)
                        ORDER BY lastUsed DESC, created DESC, id LIMIT \(Int64.max) OFFSET \(Session.limit))
                    """)
            try Self.note(
                .signedIn, of: session.account.rawValue,
                object: session.device.isEmpty ? nil : session.device,
                at: session.created, in: database)
        }
    }

    /// The session with a public part, unless its account is suspended.
    package func session(_ id: String) async throws -> StoredSession? {
        try glance { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT session.*, \(sql: RoleRow.list(of: "session.account")) AS roles
                    FROM session JOIN account ON account.id = session.account
                    WHERE session.id = \(id) AND account.suspended IS NULL
                    """, cached: true
            ).fetchOne(database).map(StoredSession.init)
        }
    }

    /// The sessions of an account that have not ended, last used first, no more than ``Session/limit``.
    package func sessions(of account: Account.ID, at now: Date) async throws -> [Session] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT * FROM session WHERE account = \(account.rawValue) AND ends > \(now.stored)
                    ORDER BY lastUsed DESC, created DESC, id
                    """
            ).fetchAll(database).map(Session.init)
        }
    }

    /// Gives a session a new secret in place of the one that was presented.
    ///
    /// - Returns: `false` when another request has done so meanwhile, or the session is gone.
    package func renew(
        _ id: Session.ID, from former: Data, to hash: Data, at now: Date
    ) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                literal: """
                    UPDATE session SET formerHash = hash, hash = \(hash), renewed = \(now.stored)
                    WHERE id = \(id.rawValue) AND hash = \(former)
                    """)
            return database.changesCount == 1
        }
    }

    /// Ends a session of an account.
    ///
    /// - Returns: `false` when the account has no such session.
    package func end(_ id: Session.ID, of account: Account.ID, at now: Date) async throws -> Bool {
        try await pool.write { database in
            let condition: SQL = "id = \(id.rawValue) AND account = \(account.rawValue)"
            try Self.noteEnd(ofSessions: condition, at: now, in: database)
            try database.execute(literal: "DELETE FROM session WHERE \(condition)")
            return database.changesCount == 1
        }
    }

    /// Ends a session, whosever it is.
    package func end(_ id: Session.ID, at now: Date) async throws {
        try await pool.write { database in
            let condition: SQL = "id = \(id.rawValue)"
            try Self.noteEnd(ofSessions: condition, at: now, in: database)
            try database.execute(literal: "DELETE FROM session WHERE \(condition)")
        }
    }

    /// Ends all sessions of an account but one.
    ///
    /// - Returns: The number of sessions ended.
    @discardableResult
    package func endSessions(
        of account: Account.ID, sparing spared: Session.ID?, at now: Date
    ) async throws -> Int {
        try await pool.write { database in
            let condition: SQL = "account = \(account.rawValue) AND id <> \(spared?.rawValue ?? "")"
            try Self.noteEnd(ofSessions: condition, at: now, in: database)
            try database.execute(literal: "DELETE FROM session WHERE \(condition)")
            return database.changesCount
        }
    }

    /// Records when sessions and account tokens were last used.
    ///
    /// The lifetime of a session counts from then.
    package func noteVisits(_ uses: [String: Date]) async throws {
        guard !uses.isEmpty else { return }
        try await pool.write { database in
            for (id, instant) in uses {
                let used = instant.stored
                let (idle, longest) = (used + Int64(Session.idle), Int64(Session.longest))
                try database.execute(
                    literal: """
                        UPDATE session SET lastUsed = \(used),
                            ends = CASE WHEN created + \(longest) < \(idle) THEN created + \(longest)
                                ELSE \(idle) END
                        WHERE id = \(id) AND lastUsed < \(used)
                        """)
                guard database.changesCount == 0 else { continue }
                try database.execute(
                    literal: """
                        UPDATE credential SET lastUsed = \(used)
                        WHERE id = \(id) AND (lastUsed IS NULL OR lastUsed < \(used))
                        """)
            }
        }
    }

    /// Deletes sessions, links and tokens that have ended, and failures that no longer count.
    package func forgetSignIns(at now: Date) async throws {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM session WHERE ends <= \(now.stored)")
            try database.execute(literal: "DELETE FROM oneTimeLink WHERE ends <= \(now.stored)")
            try database.execute(
                literal: "DELETE FROM credential WHERE account IS NOT NULL AND ends <= \(now.stored)")
            let (failed, known) = (
                now.addingTimeInterval(-SignInRecord.memory).stored,
                now.addingTimeInterval(-SignInRecord.acquaintance).stored
            )
            try database.execute(
                literal: """
                    DELETE FROM signInRecord
                    WHERE lastFailure < \(failed) AND coalesce(lastSuccess, 0) < \(known)
                    """)
        }
    }
}

extension Session {
    fileprivate init(row: Row) {
        self.init(
            id: ID(rawValue: row["id"]), account: Account.ID(rawValue: row["account"]),
            kind: Kind(rawValue: row["kind"]) ?? .cookie, scopes: Scopes(rawValue: row["scopes"]),
            device: row["device"], created: Date(stored: row["created"]),
            lastUsed: Date(stored: row["lastUsed"]), ends: Date(stored: row["ends"]))
    }
}

extension StoredSession {
    fileprivate init(row: Row) {
        self.init(
            session: Session(row: row), hash: row["hash"], formerHash: row["formerHash"],
            renewed: Date(stored: row["renewed"]), seed: row["seed"],
            roles: RoleRow.roles(in: row["roles"]))
    }
}
