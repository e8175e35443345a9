import Foundation
import SampleTesting
import Testing

/// The basemap under the pages with a map, and the altitudes that they credit.
enum Ground {
    static let absence: Comment =
        "needs what scripts/setup fetches: altitudes, and the basemap that `breathe basemap build` makes"
    static let folder = Program.root.appending(path: "var/basemap")
    private static let altitudes = Program.root.appending(path: "var/terrain/altitudes.gz")
    static var isThere: Bool {
        [folder.appending(path: "basemap.bin"), altitudes].allSatisfy {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }
}

/// Pictures of all pages in Chromium, and of the main ones in Firefox and WebKit, which lay out all others as Chromium
/// does; drawn by `Tests/SampleTesting/Scripts/pictures.py`.
@Suite(.takingTurns) struct PictureTests {
    private static let accounts = ["anna", "ben", "clara", "david", "emma", "finn", "greta", "hanna"]
    private static var isAccepting: Bool {
        ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] == "1"
    }

    /// Opens accounts and makes a key, and writes their secrets into files named
    /// after their users or purposes.
    private func secrets(of workspace: Workspace, by clock: SetClock) async throws -> URL {
        let folder = workspace.folder.appending(path: "secrets")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func run(_ arguments: [String]) async throws -> Program.Outcome {
            let outcome = try await Program.run(
                arguments + ["--database", workspace.database.path, "--resources", Program.root.path],
                environment: clock.environment, in: workspace.folder)
            try #require(outcome.status == 0, "\(outcome.errors)")
            return outcome
        }
        func keep(_ name: String, _ arguments: String...) async throws {
            let secret = try #require(try await run(arguments).lines.last)
            try Data(secret.utf8).write(to: folder.appending(path: name))
        }
        for name in Self.accounts { try await keep("\(name).token", "account", "create", name) }
        for (name, roles) in [
            ("ben", ["expert"]), ("anna", ["moderator", "administrator"]), ("clara", ["researcher"]),
            ("david", []),
        ] {
            try await keep("\(name).invitation", "account", "invite", name)
            for role in roles { _ = try await run(["role", "grant", name, role]) }
        }
        try await keep("basel.key", "key", "create", "--station", "basel", "--label", "Field computer")
        return folder
    }

    @Test(.enabled(if: Ground.isThere, Ground.absence))
    func
        `every page looks as accepted, in light and dark mode, at three widths, and alike in three engines`()
        async throws
    {
        // The folder remains, to look at what has changed.
        let drawn = FileManager.default.temporaryDirectory.appending(path: "breathe-pictures")
        try? FileManager.default.removeItem(at: drawn)
        try await Workspace.temporary { workspace in
            let clock = try SetClock("2026-04-10 08:00:00", in: workspace)
            let environment = clock.environment.merging(["BREATHE_BASEMAP": Ground.folder.path]) { $1 }
            try await RunningService.during(workspace, arguments: ["--demo"], environment: environment) {
                service in
                let secrets = try await secrets(of: workspace, by: clock)
                let outcome = try await Python.play(
                    "pictures.py",
                    [
                        service.address, clock.file.path, drawn.path, secrets.path,
                        Self.isAccepting ? "accept" : "compare",
                    ])
                #expect(
                    outcome.status == 0,
                    """
                    \(outcome.output)
                    The new pictures, and those of the differences, are in \(drawn.path). If they are right, run \
                    scripts/test --accept PictureTests.
                    """)
            }
        }
    }
}
