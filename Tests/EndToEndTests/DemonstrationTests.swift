import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct DemonstrationTests {
    @Test func `a demonstration is marked everywhere and filled once`() async throws {
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("anna")
            let fence = try await RunningService.during(workspace) { service in
                try await service.post(
                    "/v1/me/fences",
                    circle(7.58, 47.56, watching: #"{"allergen":"birch","level":"moderate"}"#), bearer: token)
            }
            #expect(fence.status == 201)
            let filled = try await workspace.done("demo")
            #expect(filled.errors.contains("simulated"))
            let exported = try await workspace.export()
            #expect(exported.count > 100_000)

            try await RunningService.during(workspace, arguments: ["--demo"]) { service in
                #expect(try await service.get("/tiles").json["demonstration"] == true)
                let stations = try await service.get("/v1/stations?allergen=grass&date=\(yesterday)").json[
                    "features"]
                #expect(stations.elements.count >= 60)
                #expect(stations.elements.allSatisfy { $0["properties"]["simulated"] == true })
                let readings = stations.elements.map { $0["properties"]["reading"]["basis"] }
                #expect(readings.allSatisfy { $0 == "simulated" || $0 == nil })
                #expect(readings.contains("simulated"))
                let air = try await service.get("/v1/air?lon=7.58&lat=47.56").json["allergens"].elements
                #expect(!air.isEmpty)
                #expect(air.allSatisfy { $0["basis"] == "simulated" })
                let readingsOfBasel = try await service.get("/v1/stations/basel/readings").json["readings"]
                #expect(readingsOfBasel.elements.allSatisfy { $0["basis"] == "simulated" })
                // A simulated station's reading raises an alert that says so.
                let key = try await workspace.key(for: "basel")
                _ = try await service.upload(1, of: "birch", on: "\(today)", to: "basel", key: key)
                _ = try await service.upload(700, of: "birch", on: "\(today)", to: "basel", key: key)
                let inbox = try await service.get("/v1/me/alerts", bearer: token).json["alerts"]
                let headline = inbox.elements.last?["alert"]["headline"].text
                #expect(headline?.contains("simulated") == true)
            }
            let list = try await workspace.done("station", "list")
            #expect(list.lines.allSatisfy { $0.hasSuffix("(simulated)") })
            // Only our own reading was added.
            let again = try await workspace.export()
            #expect(again.count - exported.count <= 1)
        }
    }

    @Test func `a demonstration refuses a database with real stations`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            for arguments in [["demo"], ["serve", "--demo", "--port", "0"]] {
                let outcome = try await Program.run(
                    arguments + ["--database", workspace.database.path, "--resources", Program.root.path],
                    in: workspace.folder)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("not simulated"))
                #expect(outcome.output == "")
            }
            #expect(try await workspace.done("station", "list").lines.count == 1)
        }
    }
}
