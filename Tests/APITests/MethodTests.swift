import Alerts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP

/// Unsupported methods and invalid values.
@Suite struct MethodTests {
    private let api = TestAPI()

    @Test func `a path refuses unsupported methods and lists those it has`() async throws {
        let paths = Dictionary(grouping: Definition.endpoints, by: \.path)
        let others = ["PROPFIND", "QUERY", "BREATHE"].compactMap { HTTPRequest.Method($0) }
        let methods = [.get, .head, .post, .put, .patch, .delete, .trace] + others
        try await api.test { client in
            for (path, endpoints) in paths {
                let has = Set(endpoints.map(\.method))
                for method in methods
                where !has.contains(method) && !(method == .head && has.contains(.get)) {
                    let answer = try await client.execute(
                        uri: path.replacing(/[{}]/, with: ""), method: method)
                    #expect(answer.status == .methodNotAllowed, "\(method) \(path)")
                    let allowed = Set((answer.headers[.allow] ?? "").components(separatedBy: ", "))
                    #expect(allowed.isSuperset(of: has.map(\.rawValue)) && allowed.contains("OPTIONS"))
                    #expect(allowed.contains("HEAD") == has.contains(.get))
                    #expect(!allowed.contains(method.rawValue))
                }
            }
        }
    }

    @Test func `pages of other origins may read public data and nothing else`() async throws {
        try await api.test { client in
            let headers: HTTPFields = [
                .origin: "https://elsewhere.example", .accessControlRequestMethod: "GET",
                .accessControlRequestHeaders: "if-none-match",
            ]
            let open = try await client.execute(uri: "/v1/stations", method: .options, headers: headers)
            #expect(open.status == .noContent)
            #expect(open.headers[.allow] == "GET, HEAD, OPTIONS")
            #expect(open.headers[.accessControlAllowOrigin] == "*")
            #expect(open.headers[.accessControlAllowMethods] == "GET, HEAD")
            #expect(open.headers[.accessControlAllowHeaders]?.contains("If-None-Match") == true)
            let own = try await client.execute(uri: "/v1/me/fences", method: .options, headers: headers)
            #expect(own.status == .noContent)
            #expect(own.headers[.allow] == "GET, HEAD, OPTIONS, POST")
            #expect(own.headers[.accessControlAllowOrigin] == nil)
            let nowhere = try await client.execute(uri: "/nowhere", method: .options, headers: headers)
            #expect(nowhere.status == .notFound)
        }
    }

    @Test(arguments: [
        "/v1/air?lon=7&lat=47&date=", "/v1/air?lon=&lat=47", "/v1/air?lon=7&lon=8&lat=47",
        "/v1/air?lon=0x7&lat=47", "/v1/stations?bbox=", "/v1/alerts?at=2026-04-14T25:00:00Z",
        "/v1/alerts?at=2026-02-30T12:00:00Z", "/v1/alerts?at=2026-04-14", "/v1/alerts?at=",
        "/v1/alerts?kind=",
        "/v1/alerts?limit=", "/v1/alerts?cursor=", "/v1/stations/basel/readings?format=xml",
        "/v1/stations/basel/readings?format=", "/tiles/birch/7/66/45.png?size=",
        "/ogc/collections/stations/items?datetime=2026-04-14T24:30:00Z",
    ])
    func `an invalid value is refused`(target: String) async throws {
        try await api.test { client in
            let answer = try await client.execute(uri: target, method: .get)
            #expect(answer.status == .badRequest, "\(String(buffer: answer.body))")
        }
    }

    @Test(arguments: ["2020-04-08T13:00:00Z", "2020-04-08t13:00:00.25z", "2020-04-08T15:00:00%2B02:00"])
    func `a time may have any form that RFC 3339 allows`(time: String) async throws {
        try await api.test { client in
            let answer = try await client.execute(uri: "/v1/alerts?at=\(time)", method: .get)
            #expect(answer.status == .ok, "\(String(buffer: answer.body))")
        }
        let seconds = api.alerts.asked.value?.span.lowerBound.timeIntervalSince1970
        #expect(Int(try #require(seconds)) == 1_586_350_800)
    }

    @Test(arguments: [
        ("application/json", 201), ("application/json; charset=utf-8", 201),
        ("application/merge-patch+json", 201),
        (nil, 201), ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("application/xml", 415),
    ])
    func `a body with another media type is not read as JSON`(type: String?, status: Int) async throws {
        var headers: HTTPFields = [.authorization: "Bearer anna"]
        headers[.contentType] = type
        let body = #"{"area":{"type":"Point","coordinates":[7.60,47.55]},"allergens":["birch"]}"#
        // The content length is what says that there is a body.
        headers[.contentLength] = "\(body.utf8.count)"
        try await api.test { [headers] client in
            let answer = try await client.execute(
                uri: "/v1/alerts", method: .post, headers: headers, body: ByteBuffer(string: body))
            #expect(answer.status.code == status, "\(String(buffer: answer.body))")
        }
    }

    @Test(arguments: [
        (nil, "application/json"), ("*/*", "application/json"), ("text/csv", "text/csv; charset=utf-8"),
        ("text/csv;q=0.9, application/json;q=0.4", "text/csv; charset=utf-8"),
        ("text/*, application/json;q=0.4", "text/csv; charset=utf-8"),
        ("text/csv;q=0, */*;q=0.1", "application/json"), ("text/html, application/json", "application/json"),
        ("image/png", "application/problem+json"), ("text/csv;q=2", "application/problem+json"),
    ])
    func `readings come in the format that the client prefers`(accept: String?, type: String) async throws {
        var headers: HTTPFields = [:]
        headers[.accept] = accept
        try await api.test { [headers] client in
            let answer = try await client.execute(
                uri: "/v1/stations/basel/readings", method: .get, headers: headers)
            #expect(answer.headers[.contentType] == type)
            #expect(answer.status == (type == Problem.mediaType ? .notAcceptable : .ok))
        }
    }
}
