import Foundation
import SampleTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct MaintenanceTests {
    private static let rows = [
        "basel,birch,2020-04-08,312", "basel,grass,2020-06-01,0", "basel,oak,2020-04-08,0.1",
        "bern,birch,2020-04-08,1291.875", "bern,alternaria,2020-07-01,6500",
    ]

    private func filled(_ body: (Workspace) async throws -> Void) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            try await workspace.addStation("bern", 7.42, 46.95)
            try await workspace.importPlain(Self.rows)
            try await body(workspace)
        }
    }

    @Test func `a backup of a running service is a complete database`() async throws {
        try await filled { workspace in
            let copy = Workspace(
                folder: workspace.folder, database: workspace.folder.appending(path: "copy.sqlite"))
            try await RunningService.during(workspace) { service in
                let key = try await workspace.key(for: "basel")
                _ = try await service.upload(12, of: "birch", on: "\(today)", to: "basel", key: key)
                try await workspace.done("backup", copy.database.path)
                #expect(try await service.get("/readyz").status == 200)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
            // The keys are stored apart from the copies.
            try FileManager.default.copyItem(
                at: workspace.folder.appending(path: "breathe.keys"),
                to: workspace.folder.appending(path: "copy.keys"))
            #expect(names.filter { $0.hasPrefix("copy.sqlite") } == ["copy.sqlite"])
            #expect(try await copy.export() == (try await workspace.export()))
            #expect(try await copy.export().count == Self.rows.count + 2)
            let again = try await workspace.breathe("backup", copy.database.path)
            #expect(again.status == 1)
            #expect(again.errors.contains("never overwrites a file"))
        }
    }

    @Test func `exported readings are imported unchanged`() async throws {
        try await filled { workspace in
            let exported = try await workspace.done("export").output
            try await Workspace.temporary { other in
                try await other.addStation("basel", 7.58, 47.56)
                try await other.addStation("bern", 7.42, 46.95)
                let outcome = try await other.done(
                    "import", "--feed", "plain", other.file("export.csv", exported))
                #expect(outcome.output.contains("accepted 5,"))
                #expect(try await other.done("export").output == exported)
            }
        }
    }

    @Test func `means, doubts and hours are exported and imported unchanged`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let hours = (1...20).map { "basel,birch,2020-04-08T\($0 < 10 ? "0" : "")\($0):00:00Z,\($0)" }
            let file = try workspace.file(
                "hours.csv", (["station,allergen,time,value"] + hours).joined(separator: "\n") + "\n")
            _ = try await workspace.done("import", "--feed", "plain", file)
            let days = (1...5).map { "basel,birch,2020-04-0\($0),\($0 == 5 ? 9_000 : 1)" }
            _ = try await workspace.done(
                "import", "--feed", "plain",
                workspace.file(
                    "days.csv", (["station,allergen,day,value"] + days).joined(separator: "\n") + "\n"))
            let daily = try await workspace.done("export").output
            let hourly = try await workspace.done("export", "--hours").output
            #expect(daily.contains("basel,birch,2020-04-05,9000.0,grains/m3,suspect:jump,\n"))
            #expect(daily.contains("basel,birch,2020-04-08,10.5,grains/m3,valid,20\n"))
            #expect(hourly.contains("basel,birch,2020-04-08T01:00:00Z,1,1.0,grains/m3,valid\n"))
            try await Workspace.temporary { other in
                try await other.addStation("basel", 7.58, 47.56)
                let files = try [other.file("daily.csv", daily), other.file("hourly.csv", hourly)]
                for file in files {
                    try await other.done("import", "--feed", "plain", "--judged", file)
                    #expect(try await other.done("export").output == daily)
                }
                #expect(try await other.done("export", "--hours").output == hourly)
            }
        }
    }

    @Test func `an import by another process changes the map`() async throws {
        try await filled { workspace in
            try await RunningService.during(workspace) { service in
                let path = "/tiles/birch/7/66/45.png?date=2020-04-08"
                let before = try #require(try await service.get(path).etag)
                try await workspace.importPlain(["basel,birch,2020-04-08,5"])
                try await awaited("the map stayed as it was") {
                    try await service.get(path).etag != before ? true : nil
                }
            }
        }
    }

    @Test func `the doctor finds a healthy network in order`() async throws {
        try await filled { workspace in
            let outcome = try await workspace.breathe("doctor", "--json")
            let findings = try outcome.json.elements
            #expect(findings.count >= 6)
            #expect(findings.filter { $0["isGood"] == false } == [])
            #expect(outcome.status == 0)
        }
    }

    @Test func `the doctor names a file that is not a database`() async throws {
        try await Workspace.temporary { workspace in
            try Data("nonsense, and not a database".utf8).write(to: workspace.database)
            let outcome = try await workspace.breathe("doctor")
            #expect(outcome.status == 2)
            #expect(outcome.output.contains("WRONG database"))
            #expect(try await workspace.breathe("export").status == 1)
        }
    }
}
