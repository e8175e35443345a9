package import Foundation
package import PostgreSQL
import Synchronization

/// A PostgreSQL in a temporary folder, reached through a socket there.
///
/// It refuses to run as root, so there it runs as the user `postgres`.
package final class ThrowAwayServer: Sendable {
    /// Where Debian puts the programs of its PostgreSQL.
    private static let programs = URL(filePath: "/usr/lib/postgresql/15/bin")

    /// A cluster that was never started, for copies: to make one takes a second.
    private let template: TemporaryFolder
    private let folder: TemporaryFolder
    /// Where its data lie, if not in the folder.
    private let disk: SmallDisk?
    private let data: String
    private let process = Mutex<ChildProcess?>(nil)
    private let log: FileHandle

    package var path: String { folder.url.path }
    /// The address for the user that may do everything.
    package var address: PostgreSQLAddress {
        get throws { try PostgreSQLAddress("host=\(path) dbname=postgres user=postgres") }
    }
    /// The address as a program of the operator names itself, which is none of the network's.
    private var ofOperator: PostgreSQLAddress {
        get throws {
            try PostgreSQLAddress("host=\(path) dbname=postgres user=postgres application_name=operator")
        }
    }

    /// Makes a server, with the template of another if there is one.
    ///
    /// Its data take 40 MiB of a small disk, and more with each table; its log lies elsewhere.
    package init(like other: ThrowAwayServer? = nil, on disk: SmallDisk? = nil) async throws {
        folder = try TemporaryFolder()
        self.disk = disk
        data = disk?.folder.appending(path: "data").path ?? folder.path("data")
        template =
            if let other { other.template } else { try await Self.makeTemplate() }
        try await Self.run("cp", "-a", template.path("data"), data)
        try await Self.run("chmod", "755", folder.url.path)
        try await Self.give(folder.url.path)
        log = try FileHandle(forWritingTo: folder.file("log", holding: ""))
        try await start()
    }

    deinit {
        // The folder is removed when nothing runs in it any more.
        guard let running = process.withLock(\.self) else { return }
        running.send(SIGQUIT)
        Task { [folder, disk] in
            _ = try await running.exitStatus()
            _ = (folder, disk)
        }
    }

    /// Starts it, and waits until it takes connections.
    package func start() async throws {
        let settings = [
            "listen_addresses=", "unix_socket_directories=\(path)", "fsync=off", "shared_buffers=32MB",
            "max_connections=40", "logging_collector=off",
        ]
        let process = try await Self.start(
            Self.programs.appending(path: "postgres").path,
            ["-D", data] + settings.flatMap { ["-c", $0] }, log: log)
        self.process.withLock { $0 = process }
        let address = try address
        try await awaited("PostgreSQL did not start") {
            try? await PostgreSQLConnection.open(address)
        }
    }

    /// Ends it at once, as a crash does, and waits for its end.
    package func crash() async throws { try await end(SIGQUIT) }

    /// Ends it, and waits for its end.
    package func stop() async throws { try await end(SIGINT) }

    private func end(_ signal: CInt) async throws {
        guard let running = process.withLock({ $0.take() }) else { return }
        running.send(signal)
        _ = try await running.exitStatus()
    }

    /// Everything that it has logged.
    package var logged: String {
        get throws { try String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8) }
    }

    /// Runs statements one by one, each in a transaction of its own.
    package func run(_ statements: String...) async throws {
        let connection = try await PostgreSQLConnection.open(ofOperator)
        for statement in statements { try await connection.run { try $0.script(statement) } }
    }

    /// Runs statements as a newer program does when it starts: in one transaction, while nobody writes.
    package func changeTables(_ statements: String...) async throws {
        let connection = try await PostgreSQLConnection.open(ofOperator)
        try await connection.run { session in
            try session.transaction { session in
                try session.holdTables()
                for statement in statements { try session.script(statement) }
            }
        }
    }

    /// Waits until a condition in SQL is true.
    package func becomes(_ condition: String) async throws {
        let connection = try await PostgreSQLConnection.open(ofOperator)
        try await awaited("it never became true that \(condition)") {
            try await connection.run { try $0.value("SELECT \(sql: condition)") == true } ? true : nil
        }
    }

    /// Lets nobody write to a table while `body` runs.
    package func holding<Value>(_ table: String, _ body: () async throws -> Value) async throws -> Value {
        let holder = try await PostgreSQLConnection.open(ofOperator)
        try await holder.run { session in
            try session.script("BEGIN")
            try session.script("LOCK TABLE \(table) IN SHARE MODE")
        }
        let value = try await body()
        try await holder.run { try $0.script("ROLLBACK") }
        return value
    }

    /// Takes no writes while `body` runs, as a primary that gives way to another server.
    package func refusingWrites<Value>(_ body: () async throws -> Value) async throws -> Value {
        // Nobody else can sign in meanwhile, because the program asks for a server that takes writes.
        let holder = try await PostgreSQLConnection.open(ofOperator)
        func change(_ statement: String) async throws {
            try await holder.run { session in
                try session.script(statement)
                try session.script("SELECT pg_reload_conf(), pg_sleep(0.1)")
            }
        }
        try await change("ALTER SYSTEM SET default_transaction_read_only = on")
        let value = try await body()
        try await change("ALTER SYSTEM RESET default_transaction_read_only")
        return value
    }

    /// Gives a file to the user that the server runs as.
    package static func give(_ path: String) async throws {
        if getuid() == 0 { try await run("chown", "postgres:postgres", path) }
    }

    /// Starts a process as the user of the server; it has the number of the program itself.
    package static func start(
        _ program: String, _ arguments: [String], log: FileHandle? = nil
    ) async throws -> ChildProcess {
        let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        return try await ChildProcess.start(
            URL(filePath: "/usr/bin/env"), (getuid() == 0 ? user : []) + [program] + arguments,
            in: URL(filePath: "/"), output: log, errors: log)
    }

    private static func makeTemplate() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try await run("chmod", "755", folder.url.path)
        try await give(folder.url.path)
        let settings = [
            "--no-sync", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--no-instructions",
        ]
        let maker = try await start(
            programs.appending(path: "initdb").path, ["-D", folder.path("data")] + settings)
        guard try await maker.exitStatus() == 0 else {
            throw Late("initdb failed; is postgresql-15 installed?")
        }
        let rules = "local all guest scram-sha-256\nlocal all all trust\n"
        try rules.write(toFile: folder.path("data/pg_hba.conf"), atomically: false, encoding: .utf8)
        return folder
    }

    private static func run(_ arguments: String...) async throws {
        let (status, output) = try await ChildProcess.run(URL(filePath: "/usr/bin/env"), arguments)
        guard status == 0 else { throw Late("\(arguments) failed: \(output)") }
    }
}
