import Foundation
import SampleTesting
import Testing

/// A workspace whose network is kept in a PostgreSQL of its own.
struct KeptNetwork {
    let workspace: Workspace
    let address: String

    /// Lends a network, whose server ends afterwards; its data can lie on a small disk.
    static func during(
        on disk: SmallDisk? = nil, _ body: (KeptNetwork, ThrowAwayServer) async throws -> Void
    ) async throws {
        let server = try await ThrowAwayServer(on: disk)
        try await Workspace.temporary { workspace in
            let address = "host=\(server.path) dbname=postgres user=postgres"
            try await body(KeptNetwork(workspace: workspace, address: address), server)
        }
        try await server.stop()
    }

    /// Runs a command on the network, and expects success.
    func done(_ arguments: String...) async throws -> Program.Outcome {
        let outcome = try await Program.run(
            arguments + [
                "--store", address, "--database", workspace.database.path, "--resources", Program.root.path,
            ], in: workspace.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }

    /// Opens an account and returns its token.
    func account(_ name: String) async throws -> String {
        try #require(try await done("account", "create", name).lines.last)
    }

    /// Serves the network while `body` runs, with these arguments beside its address.
    func node(
        _ arguments: String..., body: (RunningService) async throws -> Void
    ) async throws {
        try await RunningService.during(
            workspace, arguments: ["--store", address] + arguments, environment: WebhookTests.allowed, body)
    }
}

extension RunningService {
    /// Everything that the services of its folder have logged.
    var logged: String {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(
                at: workspace.folder, includingPropertiesForKeys: nil)
            let logs = files.filter { $0.pathExtension == "log" }
            return try logs.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        }
    }

    /// Whether it does the jobs of its network.
    var isAtWork: Bool {
        get async throws { try await get("/metrics").text.contains("\nnetwork_jobs_here 1\n") }
    }

    /// Waits until it does the jobs of its network.
    func beginsToWork() async throws {
        try await awaited("the node did not begin to work", every: .milliseconds(200)) {
            try await isAtWork ? true : nil
        }
    }

    /// Whether this is how many messages a receiver has accepted from it.
    func hasDelivered(_ count: Int) async throws -> Bool {
        try await get("/metrics").text.contains("\ndeliveries_delivered_total \(count)\n")
    }

    /// Waits until a receiver has accepted so many messages from it.
    func delivers(_ count: Int) async throws {
        try await awaited("no \(count) messages were delivered", every: .milliseconds(200)) {
            try await hasDelivered(count) ? true : nil
        }
    }
}
