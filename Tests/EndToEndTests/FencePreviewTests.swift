import Allergens
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct FencePreviewTests {
    /// Birch is moderate from 11 grains and high from 70.
    private static let course = [5.0, 20, 30, 80, 12, 40, 5, 15]

    @Test func `a preview shows the alerts of the last weeks, and stores nothing`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let rows = Self.course.enumerated().map { place, value in
                "basel,birch,\(today.adding(days: place - 10)),\(value)"
            }
            try await workspace.importPlain(rows + ["basel,birch,\(today.adding(days: -40)),500"])
            let anna = try await workspace.account("anna")
            let ben = try await workspace.account("ben")
            try await RunningService.during(workspace) { service in
                let sent = try await service.post("/v1/alerts", report(7.58, 47.56, of: "birch"), bearer: ben)
                let alert = try #require(sent.json["id"].text)
                let answer = try await service.post(
                    "/v1/me/fences/preview", circle(7.58, 47.56), bearer: anna)
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.header("Cache-Control") == "private, no-store")
                #expect(answer.json["from"] == .text("\(today.adding(days: -29))"))
                #expect(answer.json["to"] == .text("\(today)"))
                #expect(answer.json["count"] == 4)
                let alerts = answer.json["alerts"].elements
                #expect(alerts.map { $0["kind"] } == ["report", "station", "station", "station"])
                #expect(alerts[0]["alert"] == .text(alert))
                #expect(alerts[0]["allergen"] == "birch" && alerts[0]["level"] == nil)
                #expect(alerts.dropFirst().map { $0["value"] } == [15, 80, 20])
                #expect(alerts.dropFirst().map { $0["level"] } == ["moderate", "high", "moderate"])
                #expect(alerts[1]["date"] == .text("\(today.adding(days: -3))"))
                #expect(alerts[1]["stationName"] == "Basel")
                #expect(alerts[1]["station"] == "basel" && alerts[1]["unit"] == "grains/m3")
                #expect(try await service.get("/v1/me/fences", bearer: anna).json["fences"] == [])
                #expect(try await service.get("/v1/me/alerts", bearer: anna).json["alerts"] == [])
            }
        }
    }

    @Test func `a preview for a person uses the person's profile`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            try await workspace.importPlain(["basel,birch,\(yesterday),20"])
            let anna = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                let made = try await service.post("/v1/me/persons", #"{"name":"Mia"}"#, bearer: anna)
                let home = "/v1/me/persons/\(try #require(made.json["id"].text))"
                let profile = #"{"allergens":[{"allergen":"birch","level":"moderate"}]}"#
                let kept = try await service.send(
                    "PUT", "\(home)/profile", body: Array(profile.utf8), type: "application/json",
                    bearer: anna)
                #expect(kept.status == 200)
                let fence = circle(7.58, 47.56, watching: "")
                let hers = try await service.post("\(home)/fences/preview", fence, bearer: anna)
                #expect(hers.json["count"] == 1, "\(hers.text)")
                let own = try await service.post("/v1/me/fences/preview", fence, bearer: anna)
                #expect(own.json["count"] == 0, "\(own.text)")
                let others = try await service.post(
                    "/v1/me/persons/none/fences/preview", fence, bearer: anna)
                expect(others, 404, "unknown-person")
            }
        }
    }

    @Test func `an invalid fence is refused as it is when one is created`() async throws {
        try await Workspace.temporary { workspace in
            let anna = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                for body in [
                    circle(7, 47, radius: 99), circle(7, 91), circle(7, 47, watching: #"{"allergen":"x"}"#),
                    polygon("[[[0,0],[1,1],[1,0],[0,1],[0,0]]]"), "{",
                ] {
                    let made = try await service.post("/v1/me/fences", body, bearer: anna)
                    let tried = try await service.post("/v1/me/fences/preview", body, bearer: anna)
                    #expect(tried.status == 400 && tried.status == made.status, "\(tried.text)")
                    #expect(tried.problem == made.problem)
                    #expect(tried.json["errors"] == made.json["errors"], "\(tried.text)")
                }
            }
        }
    }
}
