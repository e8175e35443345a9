import Foundation
import HTTP
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct BadRequestTests {
    @Test(arguments: [
        ("/v1/stations?bbox=1,2,3", "bbox", "west,south,east,north"),
        ("/v1/stations?bbox=1,2,3,x", "bbox", "west,south,east,north"),
        ("/v1/stations?bbox=1,50,3,40", "bbox", "west,south,east,north"),
        ("/v1/stations?bbox=nan,nan,nan,nan", "bbox", "west,south,east,north"),
        ("/v1/stations/basel/readings?from=2020-02-01&to=2020-01-01", "from", "after to"),
        ("/v1/stations/basel/readings?from=2019-01-01&to=2020-12-31", "from", "366"),
        ("/v1/air?lat=47", "lon", "needed"), ("/v1/air?lon=7", "lat", "needed"),
        ("/v1/air?lon=east&lat=47", "lon", "not a number"), ("/v1/air?lon=nan&lat=47", "lon", "not a number"),
        ("/v1/air?lon=7&lat=91", "lat", "−90…90"), ("/v1/air?lon=7&lat=47&days=4", "days", "3 or 5"),
        ("/v1/air?lon=181&lat=47", "lon", "−180…180"),
        ("/v1/alerts?at=yesterday", "at", "RFC 3339"),
    ])
    func `an invalid parameter is named with the permitted values`(
        path: String, parameter: String, words: String
    ) async throws {
        let answer = try await service.get(path)
        expect(answer, 400, "invalid-parameter", naming: words)
        #expect(answer.json["errors"][0]["parameter"] == .text(parameter))
    }

    @Test(arguments: ["/v1/stations?allergen=moonflower", "/v1/alerts?allergen=moonflower"])
    func `an unknown allergen in a query is named`(path: String) async throws {
        expect(try await service.get(path), 400, "unknown-allergen", naming: "moonflower", "/v1/allergens")
    }

    @Test(arguments: [
        (#"{"allergens":["birch"]}"#, "invalid-json", "/area"),
        (
            #"{"area":{"type":"Point","coordinates":[7,47]},"allergens":"birch"}"#, "invalid-json",
            "/allergens"
        ),
        (
            #"{"area":{"type":"Point","coordinates":[7,47]},"symptoms":["boredom"]}"#, "invalid-json",
            "/symptoms/0"
        ),
        (#"{"area":{"type":"Point","coordinates":[7,91]}}"#, "invalid-area", "/area/coordinates/1"),
        (#"{"area":{"type":"Point","coordinates":[7]}}"#, "invalid-area", "latitude"),
        (#"{"area":{"type":"Point","coordinates":["7",47]}}"#, "invalid-area", "number"),
        (
            #"{"area":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#, "invalid-report",
            "Point"
        ),
        (
            #"{"area":{"type":"Point","coordinates":[7,47]},"allergens":["moonflower"]}"#, "unknown-allergen",
            "/allergens/0"
        ),
        ("{", "invalid-json", "not JSON"), ("", "invalid-json", "not JSON"), ("[]", "invalid-json", "type"),
    ])
    func `an invalid report is refused with the place of the mistake`(
        body: String, problem: String, words: String
    ) async throws {
        let token = try await service.workspace.account(UUID().uuidString)
        expect(try await service.post("/v1/alerts", body, bearer: token), 400, problem, naming: words)
    }

    @Test func `a comment has at most 50 characters`() async throws {
        let token = try await service.workspace.account("comment-tests")
        let long = report(7, 47, of: "birch", comment: String(repeating: "ü", count: 51))
        expect(
            try await service.post("/v1/alerts", long, bearer: token), 400, "invalid-report",
            naming: "/comment", "50")
        let control = report(7, 47, of: "birch", comment: #"a\u0007b"#)
        expect(
            try await service.post("/v1/alerts", control, bearer: token), 400, "invalid-report",
            naming: "/comment")
        let fitting = report(7, 47, of: "birch", comment: String(repeating: "ü", count: 50))
        #expect(try await service.post("/v1/alerts", fitting, bearer: token).status == 201)
        let eleven = (0..<11).map { _ in "\"birch\"" }.joined(separator: ",")
        let many = #"{"area":{"type":"Point","coordinates":[7,47]},"allergens":[\#(eleven)]}"#
        expect(
            try await service.post("/v1/alerts", many, bearer: token), 400, "invalid-report",
            naming: "/allergens", "10")
        #expect(try await service.get("/v1/alerts/none").status == 404)
    }

    @Test func `a repeated request with its key gets the first answer`() async throws {
        let token = try await service.workspace.account("idempotency-tests")
        let other = try await service.workspace.account("idempotency-others")
        for (path, body, changed) in [
            ("/v1/alerts", report(7, 47, of: "birch"), report(7, 47, of: "grass")),
            ("/v1/me/fences", circle(7, 47), circle(7, 47, named: "Office")),
        ] {
            let key = ["Idempotency-Key": "a-key for \(path)"]
            let first = try await service.post(path, body, bearer: token, headers: key)
            let second = try await service.post(path, body, bearer: token, headers: key)
            #expect(first.status == 201)
            #expect(second.status == 201)
            #expect(second.bytes == first.bytes)
            #expect(second.header("Location") == first.header("Location"))
            let reused = try await service.post(path, changed, bearer: token, headers: key)
            expect(reused, 422, "idempotency-key-reused")
            let stranger = try await service.post(path, changed, bearer: other, headers: key)
            #expect(stranger.status == 201)
            #expect(stranger.json["id"] != first.json["id"])
        }
        #expect(try await service.get("/v1/me/fences", bearer: token).json["fences"].elements.count == 1)
        let long = ["Idempotency-Key": String(repeating: "k", count: 256)]
        expect(
            try await service.post("/v1/me/fences", circle(7, 47), bearer: token, headers: long), 400,
            "malformed-request", naming: "255")
    }
}
