import Foundation
import SampleTesting
import Testing

/// A network that moves from its file into PostgreSQL by command.
@Suite(.timeLimit(.minutes(20)), .alone)
struct MovedNetworkTests {
    /// Lends a workspace with the database of a released version, and the address of an empty one in PostgreSQL.
    private func withFile(_ body: (Workspace, String) async throws -> Void) async throws {
        try await withServer { workspace, store, _ in try await body(workspace, store) }
    }

    /// Lends the server of the empty database, too.
    private func withServer(
        _ body: (Workspace, String, ThrowAwayServer) async throws -> Void
    ) async throws {
        let server = try await ThrowAwayServer()
        try await Workspace.temporary { workspace in
            let releases = try ReleasedDatabase.all()
            let newest = try #require(releases.last)
            try await newest.restore(to: workspace)
            try await body(workspace, "host=\(server.path) dbname=postgres user=postgres", server)
        }
        try await server.stop()
    }

    @Test func `a network that has moved exports the same bytes, and is served`() async throws {
        try await withFile { workspace, store in
            let commands = [["export"], ["export", "--hours"], ["station", "list"], ["evaluate"]]
            var before: [String] = []
            for command in commands { before.append(try await run(command, on: workspace).output) }
            #expect(before[0].split(separator: "\n").count >= 34)
            let moved = try await workspace.done(
                "migrate", "--from", workspace.database.path, "--store", store)
            #expect(moved.lines.contains { $0.hasPrefix("| account | 3 | ") }, "\(moved.output)")
            for (command, output) in zip(commands, before) {
                let after = try await run(command + ["--store", store], on: workspace)
                #expect(after.output == output, "\(command)")
            }
            let again = try await workspace.done(
                "migrate", "--from", workspace.database.path, "--store", store)
            #expect(again.errors.contains("already") && again.output == moved.output)
            let doctor = try await workspace.breathe("doctor", "--store", store)
            #expect(doctor.output.contains("every sealed value opens"), "\(doctor.output)")
            // The server of the tests does not wait for its disk, which the doctor does not overlook.
            #expect(doctor.status == 2 && doctor.output.contains("fsync is off"), "\(doctor.output)")
            try await RunningService.during(workspace, arguments: ["--store", store]) { service in
                let stations = try await service.get("/v1/stations")
                #expect(stations.json["features"].elements.count >= 2, "\(stations.text)")
            }
        }
    }

    private func run(_ arguments: [String], on workspace: Workspace) async throws -> Program.Outcome {
        let outcome = try await Program.run(
            arguments + ["--database", workspace.database.path, "--resources", Program.root.path],
            in: workspace.folder)
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome
    }

    @Test func `a move that is killed in the middle goes on, and ends as one that was not`() async throws {
        try await withServer { workspace, store, server in
            let before = try await run(["export"], on: workspace).output
            // The tables have to be there before one of them can be held.
            _ = try await run(["station", "list", "--store", store], on: workspace)
            try await killMove(of: workspace, to: store, on: server)
            for command in [["serve", "--port", "0"], ["station", "list"]] {
                let refused = try await Program.run(
                    command + [
                        "--store", store, "--database", workspace.database.path, "--resources",
                        Program.root.path,
                    ], in: workspace.folder)
                #expect(refused.status == 1, "\(command): \(refused.output)")
                #expect(refused.errors.contains("Run breathe migrate again"), "\(refused.errors)")
            }
            let goneOn = try await workspace.done(
                "migrate", "--from", workspace.database.path, "--store", store)
            #expect(goneOn.lines.contains { $0.hasPrefix("| account | 3 | ") }, "\(goneOn.output)")
            #expect(try await run(["export", "--store", store], on: workspace).output == before)
            try await server.run("CREATE DATABASE another TEMPLATE template0")
            let undisturbed = try await workspace.done(
                "migrate", "--from", workspace.database.path, "--store",
                store.replacing("dbname=postgres", with: "dbname=another"))
            #expect(goneOn.output == undisturbed.output)
        }
    }

    /// Kills a move when it has brought some tables for good and waits for another.
    private func killMove(
        of workspace: Workspace, to store: String, on server: ThrowAwayServer
    ) async throws {
        // It refers to accounts, which are therefore brought before it.
        try await server.holding("helpRecord") {
            let move = try await Program.start(
                [
                    "migrate", "--from", workspace.database.path, "--store", store, "--resources",
                    Program.root.path,
                ], in: workspace.folder, errors: .standardError)
            try await server.becomes("to_regclass('fileMoveTable') IS NOT NULL")
            try await server.becomes(
                "EXISTS (SELECT FROM fileMoveTable WHERE name = 'account' AND copied = 3)")
            try await server.becomes(
                "EXISTS (SELECT FROM pg_locks WHERE relation = 'helpRecord'::regclass AND NOT granted)")
            move.send(SIGKILL)
            #expect(try await move.exitStatus() == SIGKILL)
        }
        try await server.becomes("(SELECT finished IS NULL FROM fileMove)")
    }

    @Test func `what cannot be moved is told in a sentence, and nothing is`() async throws {
        try await withFile { workspace, store in
            func refusal(_ arguments: String...) async throws -> String {
                let outcome = try await Program.run(
                    ["migrate", "--resources", Program.root.path] + arguments, in: workspace.folder)
                #expect(outcome.status == 1, "\(outcome.output)")
                return outcome.errors
            }
            let file = workspace.database.path
            #expect(try await refusal("--from", file).contains("--store"))
            let nothing = workspace.folder.appending(path: "nothing.sqlite").path
            #expect(try await refusal("--from", nothing, "--store", store).contains("no such database"))
            #expect(!FileManager.default.fileExists(atPath: nothing))
            try await RunningService.during(workspace) { _ in
                let words = try await refusal("--from", file, "--store", store)
                #expect(words.contains("stop it first"), "\(words)")
            }
            let keys = try Data(contentsOf: workspace.keys)
            try FileManager.default.removeItem(at: workspace.keys)
            #expect(try await refusal("--from", file, "--store", store).contains("key"))
            // A key that was made for nothing would hide the loss of the other.
            #expect(!FileManager.default.fileExists(atPath: workspace.keys.path))
            let isRestored = FileManager.default.createFile(
                atPath: workspace.keys.path, contents: keys, attributes: [.posixPermissions: 0o600])
            #expect(isRestored)
            try await workspace.done("migrate", "--from", file, "--store", store)
        }
    }
}
