import API
import Foundation
import HTTP
import HTTPTypes
import SampleTesting
import Testing

/// Paths that try to leave a folder, and methods that no route has.
@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct AttackPathTests {
    @Test func `no path parameter leads to a file`() async throws {
        let connections = KeptConnections(service)
        let targets = try await ProgramRoutes.endpoints().filter { $0.method == .get }.flatMap { endpoint in
            ProgramRoutes.parameters(of: endpoint.path).flatMap { name in
                AttackCorpus.ways.map { ProgramRoutes.path(endpoint, [name: $0]) }
            }
        }
        #expect(targets.count > 200)
        try await each(of: targets) { target in
            let answer = try #require(try await connections.ask(target), "\(target)")
            #expect(answer.status < 500, "\(target): \(answer.status)")
            for leak in ["root:x:0", "swift-tools-version", "SQLite format"] {
                #expect(!answer.holds(leak), "\(target)")
            }
        }
    }

    @Test func `a method that a path does not support does nothing`() async throws {
        let connections = KeptConnections(service)
        let byPath = Dictionary(grouping: try await ProgramRoutes.endpoints(), by: \.path)
        let requests = byPath.values.flatMap { endpoints in
            let known = Set(endpoints.map(\.method.rawValue))
            return ["PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "LOCK"]
                .filter { !known.contains($0) }.map { (ProgramRoutes.path(endpoints[0]), $0) }
        }
        try await each(of: requests) { target, method in
            let answer = try #require(try await connections.ask(target, method: method))
            let name = "\(method) \(target): \(answer.status)"
            #expect(!answer.holds("TRACE"))
            if method == "OPTIONS" {
                // The answer lists the supported methods, and nothing else.
                #expect(answer.status == 204 && answer.bytes.isEmpty, "\(name)")
                #expect(answer.header("Allow")?.contains("OPTIONS") == true, "\(name)")
            } else {
                #expect([404, 405].contains(answer.status) && answer.problem != nil, "\(name)")
            }
        }
    }

    @Test func `no secret is accepted in an address`() async throws {
        let network = try service.workspace.network()
        let token = try await network.guest("in-url")
        let key = try await network.key(of: "basel").secret
        try await each(of: ProgramRoutes.endpoints().filter { $0.access != .everyone }) { endpoint in
            for secret in [token, key] {
                let query = ["token", "access_token", "bearer", "key", "api_key", "authorization", "secret"]
                    .map { "\($0)=\(secret)" }.joined(separator: "&")
                let answer = try await service.send(
                    endpoint.method.rawValue, ProgramRoutes.path(endpoint) + "?" + query)
                expect(answer, 400, "secret-in-address")
            }
        }
    }

    @Test func `pages of other origins never get what a credential protects`() async throws {
        let token = try await service.workspace.network().guest("cross-origin")
        let headers = [
            "Origin": "https://evil.example", "Cookie": "session=\(token)",
            "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization",
        ]
        let endpoints = try await ProgramRoutes.endpoints().filter { !$0.path.hasSuffix("/stream") }
        let publicReads = Set(endpoints.filter { $0.method == .get && $0.access == .everyone }.map(\.path))
        // A link can be opened by pages of every origin; no cookie gives its opener any right.
        let shared = Set(endpoints.filter(\.isForAllOrigins).map(\.path))
        #expect(shared == ["/v1/links/{secret}"])
        try await each(of: endpoints) { endpoint in
            let path = ProgramRoutes.path(endpoint)
            let isPublic = endpoint.access == .everyone
            let isPublicRead = publicReads.contains(endpoint.path)
            let isShared = shared.contains(endpoint.path)
            let name = "\(endpoint.method) \(path)"
            let asked = try await service.send(
                endpoint.method.rawValue, path, bearer: isPublic ? nil : token, headers: headers)
            let preflight = try await service.send("OPTIONS", path, headers: headers)
            for answer in [asked, preflight] {
                #expect(answer.header("Access-Control-Allow-Credentials") == nil, "\(name)")
                let origin = answer.header("Access-Control-Allow-Origin")
                #expect(
                    origin == nil || ((isPublicRead || isShared) && origin == "*"),
                    "\(name): \(origin ?? "")")
                // A page may request public data in another language, but not with a credential.
                let methods = answer.header("Access-Control-Allow-Methods")
                #expect(
                    methods == nil || (isPublicRead && methods == "GET, HEAD")
                        || (isShared && methods == "POST"), "\(name)")
                let fields = answer.header("Access-Control-Allow-Headers")
                #expect(
                    fields == nil || (isPublicRead && fields == "Accept-Language, If-None-Match")
                        || (isShared && fields == "Accept-Language, Content-Type, If-None-Match"), "\(name)")
            }
            if !isPublic { #expect(asked.header("Access-Control-Allow-Origin") == nil, "\(name)") }
        }
    }

    @Test func `a stranger's forwarded scheme is neither trusted nor cached`() async throws {
        try await Workspace.temporary { workspace in
            let environment = ["BREATHE_TRUSTED_PROXIES": "10.0.0.0/8"]
            try await RunningService.during(workspace, environment: environment) { service in
                for (name, value) in [
                    ("X-Forwarded-Proto", "https"), ("Forwarded", "proto=https;for=10.0.0.1"),
                    ("X-Forwarded-Proto", "javascript"),
                ] {
                    let answer = try await service.get("/tiles/birch.json", headers: [name: value])
                    #expect(answer.json["tiles"][0].text?.hasPrefix(service.address + "/") == true, "\(name)")
                    #expect(answer.header("Strict-Transport-Security") == nil, "\(name)")
                }
            }
        }
        // A proxy on this machine is trusted, and caches keep the two apart.
        for (name, value) in [("X-Forwarded-Proto", "https"), ("Forwarded", "for=192.0.2.1;proto=https")] {
            let answer = try await service.get("/tiles/birch.json", headers: [name: value])
            #expect(answer.json["tiles"][0].text?.hasPrefix("https://127.0.0.1:") == true)
            #expect(answer.header("Vary")?.lowercased().contains("x-forwarded-proto") == true)
            #expect(answer.header("Strict-Transport-Security") != nil)
        }
    }
}
