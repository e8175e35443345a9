import Foundation
import SampleTesting
import Testing

/// What must be quick for people to rely on it, even in a debug build.
///
/// These are bounds on time, and need a machine that does nothing else:
/// `scripts/test` runs them after all others.
@Suite(.alone, .timeLimit(.minutes(20)), .serialized, .serving())
struct PromptnessTests {
    @Test(arguments: [false, true])
    func `a report inside a fence arrives within a second`(isPolygon: Bool) async throws {
        let west = isPolygon ? 10.0 : 12.0
        let anna = try await service.workspace.account("anna-\(isPolygon)")
        let ben = try await service.workspace.account("ben-\(isPolygon)")
        let fence = isPolygon ? square(west, 50) : circle(west + 0.1, 50.1)
        #expect(try await service.post("/v1/me/fences", fence, bearer: anna).status == 201)
        try await LiveStream.open(service, as: anna) { stream in
            var fastest = Duration.seconds(100)
            // Each report says something new, and so joins none before it.
            for allergen in ["hazel", "alder", "oak", "ash"] {
                let start = ContinuousClock.now
                let sent = try await service.post(
                    "/v1/alerts", report(west + 0.1001, 50.1001, of: "birch", allergen), bearer: ben)
                #expect(sent.status == 201)
                let event = try #require(try await stream.next())
                fastest = min(fastest, .now - start)
                #expect(event.data["id"] == sent.json["id"])
            }
            #expect(fastest < .seconds(1))
        }
    }

    @Test func `an import by another process changes the map within two seconds`() async throws {
        let workspace = service.workspace
        try await workspace.addStation("basel", 7.58, 47.56)
        let path = "/tiles/birch/7/66/45.png?date=2020-04-08"
        var fastest = Duration.seconds(100)
        for value in [5, 50, 500] {
            let before = try #require(try await service.get(path).etag)
            try await workspace.importPlain(["basel,birch,2020-04-08,\(value)"])
            let start = ContinuousClock.now
            try await awaited("the map stayed as it was") {
                try await service.get(path).etag != before ? true : nil
            }
            fastest = min(fastest, .now - start)
        }
        #expect(fastest < .seconds(2))
    }

    @Test func `a polygon with a million vertices is refused at once`() async throws {
        let token = try await service.workspace.account("millionaire")
        let vertices = (0..<1_000_000).map { "[\(Double($0) / 10_000),\($0 % 2)]" }.joined(separator: ",")
        let body = polygon("[[\(vertices),[0,0]]]")
        let start = ContinuousClock.now
        let answer = try await service.post("/v1/me/fences", body, bearer: token)
        #expect(ContinuousClock.now - start < .seconds(20))
        expect(answer, 400, "invalid-area", naming: "/area/coordinates/0", "10000")
    }

    @Test func `the second start of a demonstration takes seconds`() async throws {
        try await Workspace.temporary { workspace in
            _ = try await workspace.done("demo")
            let start = ContinuousClock.now
            try await RunningService.during(workspace, arguments: ["--demo"]) { service in
                let ready = try await service.get("/readyz")
                #expect(ready.status == 200)
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }
    }

    /// `Tests/SampleTesting/Scripts/browser_app.py` has the bounds.
    @Test
    func `a report shows in another browser within a second, is pushed, and waits when offline`()
        async throws
    {
        let push = try await PythonServer("push_service.py")
        try await Workspace.temporary { workspace in
            let links = [try await workspace.invitation("anna"), try await workspace.invitation("ben")]
            let environment = ["BREATHE_OUTBOUND_ALLOW": "127.0.0.1"]
            try await RunningService.during(workspace, environment: environment) { service in
                let outcome = try await Python.play(
                    "browser_app.py",
                    [service.address] + links + [push.greeting, push.path("messages.jsonl")])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}
