import Foundation
import PostgreSQL

/// A PgBouncer in a temporary folder, between programs and a server.
package final class ThrowAwayPooler: Sendable {
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// The address of the server's database through the pooler.
    package var address: String { "host=\(folder.url.path) port=6432 dbname=postgres user=postgres" }

    /// Starts it, and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - server: The server behind it.
    ///   - mode: How long a client has a session of the server: `session`, `transaction` or `statement`.
    ///   - databases: The name of the only database that it knows; `*` is every one of the server.
    ///   - settings: Lines for its file.
    /// - Throws: When it does not start.
    package init(
        before server: ThrowAwayServer, mode: String, of databases: String = "*", _ settings: String = ""
    ) async throws {
        folder = try TemporaryFolder()
        let file = try folder.file(
            "pgbouncer.ini",
            holding: """
                [databases]
                \(databases) = host=\(server.path) user=postgres
                [pgbouncer]
                pool_mode = \(mode)
                unix_socket_dir = \(folder.url.path)
                auth_type = any
                \(settings)
                """)
        try await ThrowAwayServer.give(folder.url.path)
        process = try await ThrowAwayServer.start("/usr/sbin/pgbouncer", ["--quiet", file.path])
        let address = try PostgreSQLAddress(address)
        try await awaited("PgBouncer did not start; is pgbouncer installed?") { () async throws -> Bool? in
            do { _ = try await PostgreSQLConnection.open(address) } catch PostgreSQLError.unreachable {
                return nil
            } catch {}
            return true
        }
    }

    deinit { process.send(SIGKILL) }
}
