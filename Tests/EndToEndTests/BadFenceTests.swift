import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(20)), .serving())
struct BadFenceTests {
    @Test(arguments: [
        (circle(7, 47, radius: 99), "invalid-fence", "/radius", "100 to 300000"),
        (circle(7, 47, radius: 300_001), "invalid-fence", "/radius", "100 to 300000"),
        (circle(7, 91), "invalid-area", "/area/coordinates/1", "latitude"),
        (circle(181, 47), "invalid-area", "/area/coordinates/0", "longitude"),
        (circle(7, 47, named: ""), "invalid-fence", "/name", "1 to 60"),
        (circle(7, 47, named: String(repeating: "n", count: 61)), "invalid-fence", "/name", "1 to 60"),
        (
            circle(7, 47, watching: "", alerts: #","alerts":["station"]"#), "invalid-fence", "/allergens",
            "at least one"
        ),
        (circle(7, 47, named: "a\\u0007b"), "invalid-fence", "/name", "control"),
        (circle(7, 47, alerts: #","value":"mean""#), "invalid-fence", "/value", "station, field"),
        (
            circle(7, 47, alerts: #","quietHours":{"from":"22:00","until":"22:00"}"#), "invalid-fence",
            "/quietHours/until", "another time"
        ),
        (
            circle(7, 47, alerts: #","quietHours":{"from":"22:00"}"#), "invalid-json", "/quietHours/until",
            "needed"
        ),
        (
            circle(7, 47, alerts: #","active":{"from":"2026-02-30"}"#), "invalid-fence", "/active/from",
            "calendar"
        ),
        (
            circle(7, 47, alerts: #","active":{"from":"2026-02-03","until":"2026-02-02"}"#), "invalid-fence",
            "/active/until", "before"
        ),
        (circle(7, 47, alerts: #","timeZone":"Basel""#), "invalid-fence", "/timeZone", "Europe/Zurich"),
        (
            circle(7, 47, watching: #"{"allergen":"moonflower"}"#), "unknown-allergen",
            "/allergens/0/allergen", "moonflower"
        ),
        (
            circle(7, 47, watching: #"{"allergen":"birch"},{"allergen":"betula"}"#), "invalid-fence",
            "/allergens/1", "twice"
        ),
        (
            circle(7, 47, watching: #"{"allergen":"birch","level":"none"}"#), "invalid-fence",
            "/allergens/0/level", "low"
        ),
        (
            circle(7, 47, watching: #"{"allergen":"birch","level":"lots"}"#), "invalid-fence",
            "/allergens/0/level", "veryHigh"
        ),
        (circle(7, 47, alerts: #","alerts":[]"#), "invalid-fence", "/alerts", "at least one"),
        (circle(7, 47, alerts: #","alerts":["pigeon"]"#), "invalid-fence", "/alerts/0", "forecast"),
        (
            circle(7, 47).replacing(#","radius":5000.0"#, with: ""), "invalid-fence", "/radius",
            "needs a radius"
        ),
        (square(7, 47).dropLast() + #","radius":500}"#, "invalid-fence", "/radius", "no radius"),
        (circle(7, 47).replacing("5000.0", with: #""far""#), "invalid-json", "/radius", "wrong type"),
        (circle(7, 47).replacing("5000.0", with: "1e999"), "invalid-json", "", "not JSON"),
        (circle(7, 47).replacing(#""name":"Home","#, with: ""), "invalid-json", "/name", "needed"),
        (circle(7, 47).replacing("Point", with: "Circle"), "invalid-area", "/area/type", "Polygon"),
        (polygon("[[[0,0],[1,1],[1,0],[0,1],[0,0]]]"), "invalid-area", "/area", "self-intersection"),
        (polygon("[[[0,0],[1,1],[2,2],[0,0]]]"), "invalid-area", "/area", "encloses nothing"),
        (polygon("[[[0,0],[1,0],[1,1]]]"), "invalid-area", "/area/coordinates/0", "four"),
        (polygon("[[[0,0],[1,0],[1,1],[0,1]]]"), "invalid-area", "/area/coordinates/0", "begins"),
        (polygon("[[[0,0],[1,0],[1,\"x\"],[0,0]]]"), "invalid-area", "/area/coordinates/0/2/1", "number"),
        (polygon("[]"), "invalid-area", "/area/coordinates", "ring"),
        ("{\"name\":", "invalid-json", "", "not JSON"),
    ])
    func `an invalid fence is refused with the place and the limit`(
        body: String, problem: String, pointer: String, words: String
    ) async throws {
        let token = try await service.workspace.account(UUID().uuidString)
        let answer = try await service.post("/v1/me/fences", body, bearer: token)
        expect(answer, 400, problem, naming: words)
        #expect(answer.json["errors"][0]["pointer"].text?.hasPrefix(pointer) == true, "\(answer.text)")
        #expect(try await service.get("/v1/me/fences", bearer: token).json["fences"] == [])
    }

    @Test func `a polygon with a million vertices is refused with the limit`() async throws {
        let token = try await service.workspace.account("millionaire")
        let vertices = (0..<1_000_000).map { "[\(Double($0) / 10_000),\($0 % 2)]" }.joined(separator: ",")
        let answer = try await service.post(
            "/v1/me/fences", polygon("[[\(vertices),[0,0]]]"), bearer: token)
        expect(answer, 400, "invalid-area", naming: "/area/coordinates/0", "10000")
    }

    @Test func `an account has at most fifty fences`() async throws {
        let token = try await service.workspace.account("collector")
        for number in 1...50 {
            let answer = try await service.post(
                "/v1/me/fences", circle(7, 47, named: "No. \(number)"), bearer: token)
            #expect(answer.status == 201)
        }
        let answer = try await service.post("/v1/me/fences", circle(7, 47, named: "One more"), bearer: token)
        expect(answer, 409, "too-many-fences", naming: "50")
        #expect(try await service.get("/v1/me/fences", bearer: token).json["fences"].elements.count == 50)
    }

    @Test func `an account has at most sixteen streams`() async throws {
        let token = try await service.workspace.account("listener")
        @Sendable func open(_ count: Int) async throws {
            guard count > 0 else {
                let answer = try await service.get("/v1/me/alerts/stream", bearer: token)
                expect(answer, 429, "too-many-streams")
                return
            }
            try await LiveStream.open(service, as: token) { _ in try await open(count - 1) }
        }
        try await open(16)
    }

    @Test func `a fence comes back as it was sent`() async throws {
        let token = try await service.workspace.account("reader")
        let body = circle(
            7.5, 47.5, named: "  Home ",
            watching: #"{"allergen":"betula"},{"allergen":"grass","level":"low"}"#,
            alerts: #","alerts":["user","station"]"#)
        let created = try await service.post("/v1/me/fences", body, bearer: token)
        #expect(created.json["name"] == "Home")
        #expect(created.json["area"]["coordinates"] == [7.5, 47.5])
        #expect(created.json["radius"] == 5_000)
        #expect(created.json["allergens"].elements.map { $0["allergen"] } == ["birch", "grass"])
        #expect(created.json["allergens"].elements.map { $0["level"] } == [nil, "low"])
        #expect(created.json["watches"].elements.map { $0["level"] } == ["high", "low"])
        #expect(created.json["alerts"] == ["station", "user"])
        let list = try await service.get("/v1/me/fences", bearer: token)
        #expect(list.json["fences"] == .list([created.json]))
    }
}
