import CPostgreSQL

extension PostgreSQLSession {
    /// The oldest server that the program is tested with, as libpq counts versions.
    private static let oldestVersion = 150_000

    /// Begins a session on a connection that was just made.
    ///
    /// - Throws: ``PostgreSQLError/unfitServer(_:)`` when the server is too old, or keeps text in another
    ///   encoding.
    convenience init(greeting link: ServerLink, _ limits: PostgreSQLLimits) throws(PostgreSQLError) {
        guard link.version >= Self.oldestVersion else {
            let version = link.parameter("server_version") ?? "unknown"
            throw .unfitServer("The server is PostgreSQL \(version). Install PostgreSQL 15 or newer.")
        }
        if let encoding = link.parameter("server_encoding"), encoding != "UTF8" {
            throw .unfitServer(
                "The database keeps text as \(encoding). Create one with: createdb --encoding=UTF8 --template=template0"
            )
        }
        self.init(link, limits)
        let statement = "\(limits.statement.milliseconds)"
        let idle = "\(limits.idleTransaction.milliseconds)"
        // Scripts are answered in text, and need no prepared statement, which a pooler might lose. Only a
        // warning tells that no standby confirmed a commit. A statement keeps the plan of the time when it was
        // prepared: where a table was empty then, the server would read all its rows each time until it has
        // counted them anew.
        try script(
            """
            SET statement_timeout = \(statement); SET idle_in_transaction_session_timeout = \(idle);
            SET timezone = 'UTC'; SET client_min_messages = warning; SET enable_seqscan = off; SET jit = off
            """)
    }

    /// Whether work may begin, without asking the server.
    func isFresh() -> Bool {
        link.hearsWell() && isUsable
    }

    /// Whether more work can be done.
    var isUsable: Bool {
        !isSpent && !link.isBroken && !link.isInTransaction && link.parameter("in_hot_standby") != "on"
    }

    /// Whether the process that answers is another than the one that the connection was made with.
    func isPooled() throws(PostgreSQLError) -> Bool {
        try value("SELECT pg_backend_pid()") != link.process
    }

    /// Lets a request to cancel hit a statement that matters to nobody, since it would hit the next.
    func absorb(_ aftermath: StatementCanceller.Aftermath) {
        switch aftermath {
        case .none: break
        case .noted where !link.isBroken: do { try script("SELECT 1") } catch {}
        default: spend()
        }
    }
}
