import Foundation
import People
import SampleTesting
import Server
import Testing

/// What a new version does with the databases of those before it, and an old one with those of a newer.
@Suite(.timeLimit(.minutes(20))) struct UpgradeTests {
    /// Whether the database of today's schema is to be kept; one that was kept stays as it is.
    private static let isAccepting = ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1"

    @Test(.enabled(if: isAccepting)) func `the database of today's schema is kept`() async throws {
        try await FilledNetwork.during { network in
            let workspace = network.service.workspace
            guard try await ReleasedDatabase.kept(asIn: workspace) == nil else { return }
            try await ReleasedDatabase.new(ProgramVersion.current, asIn: workspace).keep(workspace)
        }
    }

    @Test(.enabled(if: !isAccepting)) func `a database of today's schema is among those that are kept`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let kept = try await ReleasedDatabase.kept(asIn: workspace)
            #expect(kept != nil, "scripts/test --accept UpgradeTests keeps it")
        }
    }

    @Test(arguments: try ReleasedDatabase.all())
    func `all that a released version has stored is there after the upgrade`(database: ReleasedDatabase)
        async throws
    {
        try await Workspace.temporary { workspace in
            try await database.restore(to: workspace)
            #expect(try await workspace.done("doctor").output.contains("is sound"))
            #expect(try await workspace.export().count >= 34)
            let token = try await workspace.network().session(of: "anna", .token).secret
            try await RunningService.during(workspace) { service in
                try await expectEverything(of: token, at: service)
            }
            #expect(try await workspace.done("secrets", "status").output.contains("current"))
        }
    }

    private func expectEverything(of token: String, at service: RunningService) async throws {
        func json(_ path: String) async throws -> JSONValue {
            let answer = try await service.get(path, bearer: token)
            #expect(answer.status == 200, "\(path): \(answer.text)")
            return answer.json
        }
        #expect(try await json("/v1/stations")["features"].elements.count >= 2)
        #expect(try await json("/v1/me/profile")["allergens"].elements.count == 1)
        #expect(try await json("/v1/me/fences")["fences"].elements.first?["name"] == "Home")
        #expect(try await json("/v1/me/channels")["channels"].elements.count == 1)
        #expect(try await json("/v1/messages")["messages"].elements.first?["text"] == "Good air.")
        let person = try #require(try await json("/v1/me/persons")["persons"].elements.first)
        #expect(person["name"] == "Mia")
        let home = "/v1/me/persons/\(person["id"].text ?? "")"
        #expect(try await json("\(home)/fences")["fences"].elements.first?["name"] == "School")
        for path in ["/v1/me", home] {
            #expect(try await json("\(path)/diary/2026-04-10")["note"] == "a windy day")
        }
    }

    @Test func `a database of a newer version is refused in words, and stays as it is`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let change = try await GeospatialTool.run(
                "sqlite3", [workspace.database.path, "INSERT INTO grdb_migrations VALUES ('to come')"],
                in: workspace.folder)
            #expect(change.status == 0, "\(change.errors)")
            let before = try Data(contentsOf: workspace.database)
            for command in [["serve", "--port", "0"], ["station", "list"], ["export"]] {
                let refused = try await Program.run(
                    command + ["--database", workspace.database.path, "--resources", Program.root.path],
                    in: workspace.folder)
                #expect(refused.status == 1, "\(command): \(refused.output)")
                #expect(refused.errors.contains("written by a newer version of this program"), "\(command)")
            }
            #expect(try Data(contentsOf: workspace.database) == before)
        }
    }
}
