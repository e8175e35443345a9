import API
import Foundation
import HTTP
import HTTPTypes
import SampleTesting
import Testing

/// Requests that two parsers would read differently, or that try to write into an answer's head.
@Suite(.timeLimit(.minutes(20)), .serving()) struct AttackRequestTests {
    /// A request that ends the connection, sent after the attack.
    private static let last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Sends bytes and the last request, and returns the statuses of all answers.
    private func statuses(of bytes: String) async throws -> [Int] {
        let connection = try RawConnection(service)
        try await connection.write(bytes + Self.last)
        return try await connection.read(until: "\u{0}never").matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap {
            Int($0.1)
        }
    }

    private static let get = "GET /v1/scales HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: AttackCorpus.ambiguous)
    func `an ambiguous request is refused, and nothing after it is read`(
        name: String, fields: String
    ) async throws {
        let found = try await statuses(of: AttackCorpus.post + fields)
        // A route without a body may answer before the body turns out to be invalid.
        #expect(found == [400] || found == [405, 400], "\(name)")
    }

    @Test(arguments: [
        ("one chunk", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"),
        ("an extension of a chunk", "Transfer-Encoding: chunked\r\n\r\n1;a=b\r\na\r\n0\r\n\r\n"),
        ("a trailer", "Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: b\r\n\r\n"),
        ("a length with leading zeros", "Content-Length: 01\r\n\r\na"),
    ])
    func `an unusual but unambiguous body is read to its end, and then the next request`(
        name: String, fields: String
    ) async throws {
        #expect(try await statuses(of: AttackCorpus.post + fields) == [405, 200], "\(name)")
    }

    @Test(arguments: [
        "Host: b\r\n", "X-A: b\r\nHost: a\r\n",
    ])
    func `a second host is refused`(field: String) async throws {
        #expect(try await statuses(of: Self.get + field + "\r\n").first == 400)
    }

    @Test(arguments: [
        "evil.example/x", "a b", "a\"><script>", "a,b", "user@a", "a\\b", "a?b", "a#b", "",
        String(repeating: "a", count: 300),
    ])
    func `an invalid host gets no page with links`(host: String) async throws {
        let connection = try RawConnection(service)
        try await connection.write(
            "GET /tiles/birch.json HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let text = try await connection.read(until: "\u{0}never")
        #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text)")
    }

    @Test(arguments: ["X-Forwarded-Host", "X-Host", "X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Server"])
    func `header fields that other programs trust have no effect`(field: String) async throws {
        let plain = try await service.get("/tiles/birch.json")
        let other = try await service.get("/tiles/birch.json", headers: [field: "evil.example"])
        #expect(other.bytes == plain.bytes && other.status == 200)
        let deep = try await service.get("/v1/scales", headers: [field: "/v1/me"])
        #expect(deep.status == 200)
    }

    @Test(arguments: ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"])
    func `no header field replaces the method`(name: String) async throws {
        let token = try await service.workspace.network().guest(UUID().uuidString)
        let answer = try await service.send("GET", "/v1/me", bearer: token, headers: [name: "DELETE"])
        #expect(answer.status == 200)
        #expect(try await service.get("/v1/me", bearer: token).status == 200)
    }

    @Test func `no parameter replaces the method`() async throws {
        let token = try await service.workspace.network().guest(UUID().uuidString)
        let answer = try await service.get("/v1/me?_method=DELETE", bearer: token)
        #expect(answer.status == 400)
        #expect(answer.details.contains("_method"))
        #expect(try await service.get("/v1/me", bearer: token).status == 200)
    }

    /// Values for every parameter that try to end a header line and begin another.
    private static let breaks = [
        "%0d%0aX-Injected:%20yes", "%0aX-Injected:%20yes", "%E5%98%8A%E5%98%8DX-Injected:%20yes",
        "a%0d%0a%0d%0a%3Chtml%3E",
    ]

    /// The routes that read, each with a path and the secret of a permitted caller.
    private func reads(_ values: [String: String]) async throws -> [(path: String, bearer: String?)] {
        let network = try service.workspace.network()
        let token = try await network.guest(UUID().uuidString, "moderator", "administrator", "researcher")
        let endpoints = try await ProgramRoutes.endpoints()
        return endpoints.filter { $0.method == .get && !$0.path.hasSuffix("/stream") }.map {
            (ProgramRoutes.path($0, values), $0.access == .everyone ? nil : token)
        }
    }

    @Test func `no parameter writes into the head of an answer`() async throws {
        let connections = KeptConnections(service)
        let names = Set(try await ProgramRoutes.endpoints().flatMap { ProgramRoutes.parameters(of: $0.path) })
        for text in Self.breaks {
            let values = Dictionary(uniqueKeysWithValues: names.map { ($0, text) })
            let query = ["cursor", "limit", "date", "bbox", "feed", "code", "token", "return", "name"]
                .map { "\($0)=\(text)" }.joined(separator: "&")
            try await each(of: reads(values)) { path, bearer in
                let target = "\(path)?\(query)"
                let answer = try #require(try await connections.ask(target, bearer: bearer), "\(target)")
                #expect(answer.header("X-Injected") == nil, "\(target)")
                #expect(answer.status < 500 && answer.status != 401, "\(target): \(answer.status)")
            }
        }
    }

    @Test(arguments: ["https://evil.example/", "//evil.example/", "/\\evil.example", "/%09/evil.example"])
    func `no parameter redirects a browser to another site`(address: String) async throws {
        let connections = KeptConnections(service)
        let query = ["return", "returnTo", "next", "path", "redirect", "redirect_uri", "url", "to"]
            .map { "\($0)=\(address)" }.joined(separator: "&")
        try await each(of: reads([:])) { path, bearer in
            let answer = try #require(
                try await connections.ask("\(path)?\(query)", bearer: bearer), "\(path)")
            let location = answer.header("Location") ?? "/"
            let place = URL(string: location, relativeTo: URL(string: "http://localhost/"))
            #expect(place?.absoluteURL.host() == "localhost", "\(path): \(location)")
        }
    }

    @Test func `an idempotency key and an event identifier do not appear in any head`() async throws {
        let token = try await service.workspace.network().guest("injection")
        let key = "a\tb; X-Injected: yes"
        let answer = try await service.post(
            "/v1/me/fences", circle(7, 47), bearer: token, headers: ["Idempotency-Key": key])
        #expect(answer.header("X-Injected") == nil)
        #expect(answer.status < 500)
        let location = try #require(answer.header("Location"))
        #expect(location.wholeMatch(of: /\/v1\/me\/fences\/[0-9A-Za-z-]+/) != nil)
    }
}
