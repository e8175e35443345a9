import Allergens
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StationStreamTests {
    /// A station, its key, and the token of an account with a fence around it that
    /// watches birch from moderate on.
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

    @Test func `a reading that crosses the level arrives once, a higher level again, and so do corrections`()
        async throws
    {
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
                    for _ in 0..<5 {
                        let event = try #require(try await stream.next())
                        #expect(event.name == "alert")
                        #expect(event.data["kind"] == "station")
                        #expect(event.data["station"] == "basel")
                        #expect(event.data["allergens"] == ["birch"])
                        #expect(event.data["area"]["coordinates"] == [7.58, 47.56])
                        #expect(!event.headline.isEmpty)
                        let message = event.data["message"].text ?? ""
                        heard.append(
                            message == "cancel" ? message : "\(message) \(event.data["level"].text ?? "")")
                    }
                    #expect(
                        heard == [
                            "alert moderate", "alert high", "update moderate", "cancel", "alert moderate",
                        ])
                }
                let inbox = try await service.get("/v1/me/alerts", bearer: scene.token)
                #expect(inbox.json["alerts"].elements.count == 5)
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
                    #expect(event.data["day"] == .text("\(yesterday)"))
                }
            }
        }
    }

    @Test func `a stream that reconnects gets what it missed, also after a restart`() async throws {
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
                    // Live events follow the replayed ones.
                    try await scene.upload(1, on: "\(today)", service)
                    try await scene.upload(20, on: "\(today)", service)
                    #expect(try await stream.next()?.data["message"] == "cancel")
                    #expect(try await levels(stream, 1) == ["moderate"])
                }
            }
        }
    }

    @Test func `an import by another process reaches an open stream`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            try await RunningService.during(workspace) { service in
                _ = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: scene.token)
                try await LiveStream.open(service, as: scene.token) { stream in
                    try await workspace.importPlain(["basel,birch,\(today),80"])
                    let event = try #require(try await stream.next())
                    #expect(event.data["level"] == "high" && event.data["station"] == "basel")
                    #expect(event.data["fences"] == ["Home"])
                }
            }
        }
    }

    @Test func `a reader that misses a heartbeat gets a gap, and then what it missed`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            try await RunningService.during(workspace) { service in
                // Long names make long events, so that few of them fit into the sockets' buffers.
                let allergens = [
                    "birch", "hazel", "alder", "oak", "ash", "beech", "plane", "elm", "poplar", "willow",
                ]
                let watches = allergens.map { #"{"allergen":"\#($0)","level":"low"}"# }
                for number in 0..<20 {
                    let name = "\(number) " + String(repeating: "x", count: 57)
                    let fence = circle(7.58, 47.56, named: name, watching: watches.joined(separator: ","))
                    let made = try await service.post("/v1/me/fences", fence, bearer: scene.token)
                    #expect(made.status == 201, "\(made.text)")
                }
                let reader = try RawConnection(service, receiveBuffer: 4_096)
                try await reader.write(
                    "GET /v1/me/alerts/stream HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer \(scene.token)\r\n\r\n")
                #expect(try await reader.read(until: "retry: 3000").contains("text/event-stream"))
                // Many lines in few requests, because a reader stuck for a minute is cut off.
                for value in (0..<10).flatMap({ _ in [80, 0] }) {
                    let rows = allergens.map { "\($0),\(today),\(value)\n" }.joined()
                    let answer = try await service.upload(
                        "allergen,day,value\n" + rows, to: "basel", key: scene.key)
                    #expect(answer.status == 200 && answer.json["rejected"] == [], "\(answer.text)")
                }
                // Heartbeats come every 15 seconds.
                try await Task.sleep(for: .seconds(16))
                let text = try await reader.read(until: "\"replayed\":true}")
                let gap = try #require(
                    text.firstMatch(of: /event: gap\ndata: {"after":(\d+),"missed":(\d+),/))
                let (after, missed) = (try #require(Int(gap.1)), try #require(Int(gap.2)))
                let told = text[..<gap.range.lowerBound].matches(of: /id: (\d+)\n/).compactMap { Int($0.1) }
                #expect(told.last == after)
                let inbox = try await service.get("/v1/me/alerts", bearer: scene.token).json["alerts"]
                let kept = inbox.elements.compactMap { $0["id"].number.map { Int($0) } }
                #expect(Array(kept.prefix(told.count)) == told && kept.count >= told.count + missed)
                let rest = try await reader.read(until: "id: \(try #require(kept.last))\n")
                let replayed = (text[gap.range.upperBound...] + rest).matches(of: /id: (\d+)\n/)
                    .compactMap { Int($0.1) }
                #expect(told + replayed == kept)
                let figures = try await service.get("/metrics").text
                #expect(figures.contains("live_gaps_total 1"))
            }
        }
    }

    @Test func `an event that a restored ledger does not know yields a gap`() async throws {
        try await Workspace.temporary { workspace in
            let scene = try await Scene(workspace)
            try await RunningService.during(workspace) { service in
                try await LiveStream.open(service, as: scene.token, after: 4_711) { stream in
                    let event = try #require(try await stream.next())
                    #expect(event.name == "gap" && event.id == 0)
                    #expect(event.data["replayed"] == .bool(false) && event.data["missed"] == .null)
                }
            }
        }
    }

    @Test func `a Last-Event-ID that is not a number is refused`() async throws {
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
