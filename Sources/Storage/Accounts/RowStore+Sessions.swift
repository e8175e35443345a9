import Alerts
package import Foundation
package import People

extension RowStore {
    /// Adds a session and records the sign-in.
    ///
    /// If the account then has too many, the one unused for longest ends, and with it the account's open streams.
    package func add(_ stored: StoredSession) async throws {
        let session = stored.session
        try await writeRows(locking: .account(session.account)) { runner in
            try runner.run(
                """
                INSERT INTO session
                    (id, account, hash, renewed, seed, kind, scopes, device, created, lastUsed, ends)
                VALUES (\(session.id.rawValue), \(session.account.rawValue), \(stored.hash),
                    \(stored.renewed.stored), \(stored.seed), \(session.kind.rawValue),
                    \(session.scopes.rawValue), \(session.device), \(session.created.stored),
                    \(session.lastUsed.stored), \(session.ends.stored))
                """)
            let ended = try runner.run(
                """
                DELETE FROM session WHERE id IN (
                    SELECT id FROM session WHERE account = \(session.account.rawValue)
                    ORDER BY lastUsed DESC, created DESC, id LIMIT \(Int64.max) OFFSET \(Session.limit))
                """)
            if ended > 0 { runner.notify(of: CommittedChanges(accounts: [session.account])) }
            try runner.note(
                .signedIn, of: session.account.rawValue,
                object: session.device.isEmpty ? nil : session.device,
                at: session.created)
        }
    }

    /// The session with a public part, unless its account is suspended.
    package func session(_ id: String) async throws -> StoredSession? {
        try await glanceRows { runner in
            try runner.row(
                """
                SELECT session.*, \(sql: RoleRow.list(of: "session.account")) AS roles
                FROM session JOIN account ON account.id = session.account
                WHERE session.id = \(id) AND account.suspended IS NULL
                """
            ).map(StoredSession.init(row:))
        }
    }

    /// The sessions of an account that have not ended, last used first, no more than ``Session/limit``.
    package func sessions(of account: Account.ID, at now: Date) async throws -> [Session] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT * FROM session WHERE account = \(account.rawValue) AND ends > \(now.stored)
                ORDER BY lastUsed DESC, created DESC, id
                """
            ).map(Session.init(row:))
        }
    }

    /// Gives a session a new secret in place of the one that was presented.
    ///
    /// - Returns: `false` when another request has done so meanwhile, or the session is gone.
    package func renew(
        _ id: Session.ID, from former: Data, to hash: Data, at now: Date
    ) async throws -> Bool {
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                UPDATE session SET formerHash = hash, hash = \(hash), renewed = \(now.stored)
                WHERE id = \(id.rawValue) AND hash = \(former)
                """) == 1
        }
    }

    /// Ends a session of an account.
    ///
    /// - Returns: `false` when the account has no such session.
    package func end(_ id: Session.ID, of account: Account.ID, at now: Date) async throws -> Bool {
        try await writeRows(locking: .account(account)) { runner in
            let condition: Query = "id = \(id.rawValue) AND account = \(account.rawValue)"
            try runner.noteEnd(ofSessions: condition, at: now)
            return try runner.run("DELETE FROM session WHERE \(condition)") == 1
        }
    }

    /// Ends a session, whosever it is.
    package func end(_ id: Session.ID, at now: Date) async throws {
        try await writeRows(locking: .nothing) { runner in
            let condition: Query = "id = \(id.rawValue)"
            try runner.noteEnd(ofSessions: condition, at: now)
            try runner.run("DELETE FROM session WHERE \(condition)")
        }
    }

    /// Ends all sessions of an account but one.
    ///
    /// - Returns: The number of sessions ended.
    @discardableResult
    package func endSessions(
        of account: Account.ID, sparing spared: Session.ID?, at now: Date
    ) async throws -> Int {
        try await writeRows(locking: .account(account)) { runner in
            let condition: Query = "account = \(account.rawValue) AND id <> \(spared?.rawValue ?? "")"
            try runner.noteEnd(ofSessions: condition, at: now)
            return try runner.run("DELETE FROM session WHERE \(condition)")
        }
    }

    /// When a session or a token of an account ends unless it is used before; `nil` if it is gone.
    ///
    /// A token without an end has the most distant one.
    package func expiry(of credential: String) async throws -> Date? {
        try await glanceRows { runner in
            let row = try runner.row(
                """
                SELECT ends FROM session WHERE id = \(credential)
                UNION ALL SELECT ends FROM credential WHERE id = \(credential) AND account IS NOT NULL
                """)
            guard let row else { return nil }
            return try row.first(as: Int64?.self).map(Date.init(stored:)) ?? .distantFuture
        }
    }

    /// Records when sessions and account tokens were last used.
    ///
    /// The lifetime of a session counts from then. Those who write at the same time wait for each other in the same
    /// order.
    package func noteVisits(_ uses: [String: Date]) async throws {
        guard !uses.isEmpty else { return }
        let (idle, longest) = (Int64(Session.idle), Int64(Session.longest))
        try await writeRows(locking: .nothing) { runner in
            try runner.run(
                """
                WITH visit (name, moment) AS (
                    SELECT session.id, used.moment FROM \(try Query.moments(uses)) AS used
                    JOIN session ON session.id = used.name WHERE session.lastUsed < used.moment
                    ORDER BY session.id \(.locking("session")))
                UPDATE session SET lastUsed = visit.moment,
                    ends = CASE WHEN created + \(longest) < visit.moment + \(idle) THEN created + \(longest)
                        ELSE visit.moment + \(idle) END
                FROM visit WHERE session.id = visit.name
                """)
            try runner.noteUses(uses)
        }
    }

    /// Deletes sessions, links and tokens that have ended, and failures that no longer count.
    package func forgetSignIns(at now: Date) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM session WHERE ends <= \(now.stored)")
            try runner.run("DELETE FROM oneTimeLink WHERE ends <= \(now.stored)")
            try runner.run("DELETE FROM credential WHERE account IS NOT NULL AND ends <= \(now.stored)")
            let (failed, known) = (
                now.addingTimeInterval(-SignInRecord.memory).stored,
                now.addingTimeInterval(-SignInRecord.acquaintance).stored
            )
            try runner.run(
                """
                DELETE FROM signInRecord
                WHERE lastFailure < \(failed) AND coalesce(lastSuccess, 0) < \(known)
                """)
        }
    }
}

extension Session {
    fileprivate init(row: QueryRow) throws {
        self.init(
            id: ID(rawValue: try row["id"]), account: Account.ID(rawValue: try row["account"]),
            kind: Kind(rawValue: try row["kind"]) ?? .cookie, scopes: Scopes(rawValue: try row["scopes"]),
            device: try row["device"], created: Date(stored: try row["created"]),
            lastUsed: Date(stored: try row["lastUsed"]), ends: Date(stored: try row["ends"]))
    }
}

extension StoredSession {
    fileprivate init(row: QueryRow) throws {
        self.init(
            session: try Session(row: row), hash: try row["hash"], formerHash: try row["formerHash"],
            renewed: Date(stored: try row["renewed"]), seed: try row["seed"],
            roles: RoleRow.roles(in: try row["roles"]))
    }
}
