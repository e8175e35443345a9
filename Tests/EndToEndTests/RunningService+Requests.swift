import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The client for requests: one for all tests, or that of a test over TLS.
var client: HTTPClient { SecureClient.current ?? plainClient }

/// It lives as long as the tests do.
private let plainClient: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // The limit catches hanging requests, not slow ones.
    configuration.timeout = HTTPClient.Configuration.Timeout(connect: .seconds(300))
    // Streams occupy their connections, and each account may have sixteen.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
}()

/// The service's answer.
struct Answer: Sendable {
    let status: Int
    private let headers: HTTPHeaders
    let bytes: [UInt8]

    init(_ response: HTTPClientResponse) async throws {
        status = Int(response.status.code)
        headers = response.headers
        bytes = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    }

    init(status: Int, headers: HTTPHeaders, bytes: [UInt8]) {
        self.status = status
        self.headers = headers
        self.bytes = bytes
    }

    /// The header fields, one per line, except for the date.
    var head: String {
        headers.filter { $0.name.lowercased() != "date" }.map { "\($0.name): \($0.value)" }.joined(
            separator: "\n")
    }

    func header(_ name: String) -> String? { headers.first(name: name) }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether the body contains a text; searching bytes is quick where answers are long and many.
    func holds(_ words: String) -> Bool { Data(bytes).range(of: Data(words.utf8)) != nil }
    var etag: String? { header("ETag") }
    var type: String? { header("Content-Type") }
    /// The body as JSON, or null when it is not JSON.
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))) ?? .null }
    /// The last part of a problem's type, or `nil` when the body is not a problem document.
    var problem: String? {
        guard type == "application/problem+json", json["status"] == .number(Double(status)) else {
            return nil
        }
        return json["type"].text?.split(separator: "/").last.map(String.init)
    }
    /// The details of a problem, all of them in one text.
    var details: String {
        ([json["detail"]]
            + json["errors"].elements.flatMap { [$0["pointer"], $0["parameter"], $0["detail"]] })
            .compactMap(\.text).joined(separator: "\n")
    }
}

extension RunningService {
    /// Sends a request and reads the whole answer.
    func send(
        _ method: String, _ path: String, body: [UInt8]? = nil, type: String? = nil,
        bearer: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        request.body = body.map { .bytes($0) }
        if let type { request.headers.add(name: "Content-Type", value: type) }
        if let bearer { request.headers.add(name: "Authorization", value: "Bearer \(bearer)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return try await Answer(client.execute(request, timeout: .seconds(300)))
    }

    func get(
        _ path: String, bearer: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send("GET", path, bearer: bearer, headers: headers)
    }

    /// Sends JSON in a POST.
    func post(
        _ path: String, _ json: String, bearer: String, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(
            "POST", path, body: Array(json.utf8), type: "application/json", bearer: bearer,
            headers: headers)
    }

    /// Uploads a station's readings as CSV.
    func upload(_ csv: String, to station: String, key: String) async throws -> Answer {
        try await upload(Array(csv.utf8), to: station, key: key)
    }

    /// Uploads the bytes of a station's file.
    func upload(_ bytes: [UInt8], to station: String, key: String) async throws -> Answer {
        try await send(
            "POST", "/v1/stations/\(station)/readings", body: bytes, type: "text/csv", bearer: key)
    }

    /// Uploads one value of one day, confirmed by its operator: tests run at every time of the year.
    func upload(
        _ value: Double, of allergen: String, on day: String, to station: String, key: String
    ) async throws -> Answer {
        try await upload(
            "allergen,day,value,quality\n\(allergen),\(day),\(value),confirmed\n", to: station, key: key)
    }
}
