import Allergens
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3)))
struct StationStreamTests {
    /// A station, its key, and the token of an account with a fence round it that warns of birch from moderate on.
    private struct Scene: Sendable {
        let workspace: Workspace
        let key: String
        let token: String

        init(_ workspace: Workspace) async throws {
            self.workspace = workspace
            try await workspace.addStation("basel", 7.58, 47.56)
            key = try await workspace.key(for: "basel")
            token = try await workspace.account("anna")
        }

        func upload(_ value: Double, on day: String, _ service: RunningService) async throws {
            let answer = try await service.upload(value, of: "birch", on: day, to: "basel", key: key)
            #expect(answer.status == 200)
            #expect(answer.json["rejected"] == [])
        }
    }

    @Test func `a reading that crosses the level arrives once, a higher level again`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            try await RunningService.during(workspace) { service in
                _ = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: scene.token)
                try await LiveStream.open(service, as: scene.token) { stream in
                    let day = "\(today)"
                    // Moderate from 11, high from 70, very high from 300.
                    for value in [5.0, 12, 12, 30, 80, 90, 20, 5, 15] {
                        try await scene.upload(value, on: day, service)
                    }
                    var heard: [String] = []
                    for _ in 0..<3 {
                        let event = try #require(try await stream.next())
                        #expect(event.data["kind"] == "station")
                        #expect(event.data["station"] == "basel")
                        #expect(event.data["allergens"] == ["birch"])
                        #expect(event.data["area"]["coordinates"] == [7.58, 47.56])
                        heard.append("\(event.data["level"].text ?? "") \(event.headline)")
                    }
                    #expect(heard[0].hasPrefix("moderate Birch: moderate at Basel (12 "))
                    #expect(heard[1].hasPrefix("high Birch: high at Basel (80 "))
                    #expect(heard[2].hasPrefix("moderate Birch: moderate at Basel (15 "))
                }
                let inbox = try await service.get("/v1/me/alerts", bearer: scene.token)
                #expect(inbox.json["alerts"].elements.count == 3)
            }
        }
    }

    @Test func `yesterday counts, and the day before does not`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            try await RunningService.during(workspace) { service in
                _ = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: scene.token)
                try await LiveStream.open(service, as: scene.token) { stream in
                    try await scene.upload(900, on: "\(today.adding(days: -2))", service)
                    try await scene.upload(80, on: "\(yesterday)", service)
                    let event = try #require(try await stream.next())
                    #expect(event.data["level"] == "high")
                    #expect(event.headline.contains("\(yesterday)"))
                }
            }
        }
    }

    @Test func `a stream that comes back gets what it missed, after a restart too`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            let first = try await RunningService.during(workspace) { service in
                _ = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: scene.token)
                for value in [12.0, 80, 310] { try await scene.upload(value, on: "\(today)", service) }
                try await LiveStream.open(service, as: scene.token, after: 0) { stream in
                    let replayed = try await levels(stream, 3)
                    #expect(replayed == ["moderate", "high", "veryHigh"])
                }
                let inbox = try await service.get("/v1/me/alerts", bearer: scene.token).json["alerts"]
                #expect(inbox.elements.map { $0["alert"]["level"] } == ["moderate", "high", "veryHigh"])
                let page = try await service.get(
                    "/v1/me/alerts?after=\(Int(inbox[1]["id"].number ?? 0))", bearer: scene.token)
                #expect(page.json["alerts"].elements.map { $0["alert"]["level"] } == ["veryHigh"])
                return Int(inbox[0]["id"].number ?? 0)
            }
            try await RunningService.during(workspace) { service in
                try await LiveStream.open(service, as: scene.token, after: first) { stream in
                    #expect(try await levels(stream, 2) == ["high", "veryHigh"])
                    // What comes live follows what was replayed.
                    try await scene.upload(1, on: "\(today)", service)
                    try await scene.upload(20, on: "\(today)", service)
                    #expect(try await levels(stream, 1) == ["moderate"])
                }
            }
        }
    }

    @Test func `a Last-Event-ID that is no number is refused`() async throws {
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                for id in ["x", "-1", "1.5", "99999999999999999999"] {
                    let answer = try await service.get(
                        "/v1/me/alerts/stream", bearer: token, headers: ["Last-Event-ID": id])
                    expect(answer, 400, "malformed-request", naming: "Last-Event-ID")
                }
            }
        }
    }
}

private func levels(_ stream: LiveStream, _ count: Int) async throws -> [String] {
    var levels: [String] = []
    for _ in 0..<count { levels.append(try await stream.next()?.data["level"].text ?? "") }
    return levels
}
