import Alerts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

@Suite struct RouteTests {
    private let api = TestAPI()

    private let fence = """
        {"name":"Home","area":{"type":"Point","coordinates":[7.58,47.56]},"radius":5000,
         "allergens":[{"allergen":"birch","level":"moderate"}],"alerts":["station","user"]}
        """
    private let report = """
        {"area":{"type":"Point","coordinates":[7.60,47.55]},"allergens":["birch"],"symptoms":["sneezing"]}
        """

    @Test func `every endpoint is reached by the callers that it admits`() async throws {
        let endpoints = api.service.endpoints
        #expect(endpoints.count > 25)
        try await api.test { client in
            for endpoint in endpoints {
                // A live stream takes over its socket, and there is none here.
                guard endpoint.path != "/v1/me/alerts/stream" else { continue }
                let response = try await client.execute(
                    uri: endpoint.sampleTarget, method: endpoint.method, headers: endpoint.sampleHeaders)
                let text = String(buffer: response.body)
                // A missing route answers a bare 404; a route's own 404 says what is missing.
                let isRouted = response.status != .notFound || !text.contains("about:blank")
                let isAsset = endpoint.path.hasPrefix("/assets/")
                #expect(isRouted || isAsset, "\(endpoint.method) \(endpoint.path): \(text)")
                #expect(![401, 403, 500].contains(response.status.code), "\(endpoint.path): \(text)")
                guard endpoint.access != .everyone else { continue }
                let stranger = try await client.execute(
                    uri: endpoint.sampleTarget, method: endpoint.method)
                #expect(stranger.status == .unauthorized, "\(endpoint.path)")
            }
        }
    }

    @Test(arguments: [
        ("/tiles/birch.json?date=2020-04-10", "date"), ("/tiles/birch/7/66/45.png?date=2020-04-10", "date"),
        ("/tiles/birch.json?allergen=grass", "allergen"),
        ("/tiles/birch/7/66/45.png?allergen=grass", "allergen"),
    ])
    func `a tile and its description refuse the same parameters`(target: String, parameter: String)
        async throws
    {
        try await api.test { client in
            let answer = try await client.execute(uri: target, method: .get)
            #expect(answer.status == .badRequest)
            #expect(String(buffer: answer.body).contains(#""parameter":"\#(parameter)""#))
        }
    }

    @Test func `the description of a layer for the current day names no day`() async throws {
        try await api.test { client in
            let answer = try await client.execute(uri: "/tiles/birch.json?date=current", method: .get)
            #expect(answer.status == .ok)
            #expect(String(buffer: answer.body).contains("/{y}.png\""))
        }
    }

    @Test func `a layer over a numerical model carries the model's credit once`() async throws {
        try await api.test { client in
            let list = try await client.execute(uri: "/tiles", method: .get)
            #expect(String(buffer: list.body).contains(#""models":["CAMS ensemble"]"#))
            let layer = try await client.execute(uri: "/tiles/birch.json", method: .get)
            #expect(String(buffer: layer.body).contains(#""attribution":"CAMS ensemble""#))
            let markers = try await client.execute(uri: "/tiles/alerts.json", method: .get)
            #expect(!String(buffer: markers.body).contains("CAMS"))
        }
    }

    @Test(arguments: ["/nowhere", "/v1", "/v1/stations/basel/nowhere", "/tiles/birch/7/66", "/assets/../x"])
    func `a path without a route is a plain 404 document`(target: String) async throws {
        try await api.test { client in
            let response = try await client.execute(uri: target, method: .get)
            #expect(response.status == .notFound)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(String(buffer: response.body).contains("about:blank"))
        }
    }

    @Test(arguments: [
        "birch/23/0/0.png", "birch/0/0/1.png", "birch/0/0/0.jpg", "moss/0/0/0.png", "moss.json",
    ])
    func `an unknown tile or layer is a 404 with the reason`(tile: String) async throws {
        try await api.test { client in
            let response = try await client.execute(uri: "/tiles/\(tile)", method: .get)
            #expect(response.status == .notFound)
            #expect(!String(buffer: response.body).contains("about:blank"))
        }
    }

    @Test func `a request with a key runs once, and its answer is repeated`() async throws {
        var headers: HTTPFields = [.authorization: "Bearer anna"]
        headers[HTTPField.Name("Idempotency-Key")!] = "key"
        try await api.test { [api, fence, report, headers] client in
            func post(_ target: String, _ body: String) async throws -> TestResponse {
                try await client.execute(
                    uri: target, method: .post, headers: headers, body: ByteBuffer(string: body))
            }
            let first = try await post("/v1/me/fences", fence)
            let second = try await post("/v1/me/fences", fence)
            #expect(first.status == .created && second.status == .created)
            #expect(first.body == second.body && first.headers[.location] == second.headers[.location])
            #expect(api.fences.kept.value.count == 1)
            let other = try await post("/v1/me/fences", fence.replacing("Home", with: "Work"))
            #expect(other.status == .unprocessableContent)
            #expect(try await post("/v1/alerts", report).status == .unprocessableContent)
            #expect(api.reports.received.value.isEmpty)
        }
    }

    @Test func `a request whose answer was never stored is answered with what it created`() async throws {
        var headers: HTTPFields = [.authorization: "Bearer anna"]
        headers[HTTPField.Name("Idempotency-Key")!] = "key"
        try await api.test { [api, fence, headers] client in
            func post() async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/me/fences", method: .post, headers: headers, body: ByteBuffer(string: fence))
            }
            let first = try await post()
            // The program ended after the fence and its key were committed, and before the answer was stored.
            let kept = try #require(api.answers.kept.value["key"])
            let made = try #require(api.fences.kept.value.first)
            api.answers.kept.value["key"] = KeptAnswer(
                fingerprint: kept.fingerprint, location: made.id.rawValue, body: Data())
            let second = try await post()
            #expect(second.status == .created && second.body == first.body)
            #expect(second.headers[.location] == first.headers[.location])
            #expect(api.fences.kept.value.count == 1)
            #expect(api.answers.kept.value["key"]?.body.isEmpty == false)
        }
    }

    @Test func `concurrent requests with one key create one thing`() async throws {
        var headers: HTTPFields = [.authorization: "Bearer anna", .contentType: "application/json"]
        headers[HTTPField.Name("Idempotency-Key")!] = "key"
        try await api.test { [api, fence, headers] client in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await client.execute(
                            uri: "/v1/me/fences", method: .post, headers: headers,
                            body: ByteBuffer(string: fence)
                        ).status.code
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses.contains(201) && statuses.isSubset(of: [201, 409]))
            #expect(api.fences.kept.value.count == 1)
        }
    }

    @Test func `a repetition that is refused because of the first request is asked to come again`()
        async throws
    {
        var headers: HTTPFields = [.authorization: "Bearer anna"]
        headers[HTTPField.Name("Idempotency-Key")!] = "key"
        try await api.test { [api, report, headers] client in
            func post() async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/alerts", method: .post, headers: headers, body: ByteBuffer(string: report))
            }
            let refusal = ReportRefusal.tooMany(.report, SubscriberAct.report.limits[0], retryAfter: 60)
            api.reports.refusal.value = { refusal }
            let alone = try await post()
            #expect(alone.status == .tooManyRequests)
            // The first request is committed at another node while this one waits for it.
            api.reports.refusal.value = {
                api.answers.kept.value["key"] = KeptAnswer(
                    fingerprint: Data(), location: "report-1", body: Data())
                return refusal
            }
            let repeated = try await post()
            #expect(repeated.status == .conflict)
        }
    }

    @Test func `without a key each request runs`() async throws {
        try await api.test { [api, report] client in
            for _ in 0..<2 {
                let response = try await client.execute(
                    uri: "/v1/alerts", method: .post, headers: [.authorization: "Bearer anna"],
                    body: ByteBuffer(string: report))
                #expect(response.status == .created)
            }
            #expect(api.reports.received.value.map(\.allergens) == [["birch"], ["birch"]])
        }
    }

    @Test(arguments: [
        ("{", ""), ("[]", ""), ("{\"allergens\":[]}", "/area"),
        ("{\"area\":{\"type\":\"Point\",\"coordinates\":[181,0]}}", "/area/coordinates"),
        ("{\"area\":{\"type\":\"Point\",\"coordinates\":[7,47]},\"allergens\":[\"moss\"]}", "/allergens/0"),
        ("{\"area\":{\"type\":\"Point\",\"coordinates\":[7,47]},\"symptoms\":[\"joy\"]}", "/symptoms/0"),
        ("{\"area\":{\"type\":\"Point\",\"coordinates\":[7,47]},\"comment\":\"a\\u0000b\"}", "/comment"),
    ])
    func `a mistake in a body is reported with its place`(body: String, pointer: String) async throws {
        struct Document: Decodable {
            struct Mistake: Decodable { let pointer: String }
            let errors: [Mistake]
        }
        try await api.test { client in
            let response = try await client.execute(
                uri: "/v1/alerts", method: .post, headers: [.authorization: "Bearer anna"],
                body: ByteBuffer(string: body))
            #expect(response.status == .badRequest)
            let found = try JSONDecoder().decode(Document.self, from: Data(response.body.readableBytesView))
            #expect(found.errors.first?.pointer.hasPrefix(pointer) == true, "\(found)")
        }
    }

    @Test func `an upload is read according to its media type`() async throws {
        try await api.test { [api] client in
            for (type, status) in [
                ("text/csv; charset=utf-8", 200), ("TEXT/PLAIN", 200), ("application/json", 200),
                ("application/xml", 415),
            ] {
                let response = try await client.execute(
                    uri: "/v1/stations/basel/readings", method: .post,
                    headers: [.authorization: "Bearer basel", .contentType: type],
                    body: ByteBuffer(string: "x"))
                #expect(response.status.code == status, "\(type)")
            }
            #expect(api.uploads.received.value.map(\.upload.format) == [.csv, .csv, .json])
        }
    }

    @Test func `the service reports when it is not ready`() async throws {
        try await api.test { [api] client in
            func status(of target: String) async throws -> Int {
                try await client.execute(uri: target, method: .get).status.code
            }
            let before = try await status(of: "/readyz")
            api.health.isReady.value = false
            let after = try await [status(of: "/readyz"), status(of: "/healthz")]
            #expect(before == 200 && after == [503, 200])
        }
    }
}
