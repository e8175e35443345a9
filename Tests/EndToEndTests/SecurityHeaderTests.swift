import API
import Foundation
import HTTP
import HTTPTypes
import SampleTesting
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct SecurityHeaderTests {
    /// Expects the headers that every answer has, and those of its kind.
    private func expectProtection(_ answer: Answer, isPublicRead: Bool, _ name: String) {
        let policy = answer.header("Content-Security-Policy") ?? ""
        #expect(answer.header("X-Content-Type-Options") == "nosniff", "\(name)")
        #expect(answer.header("Referrer-Policy") != nil, "\(name)")
        #expect(policy.contains("frame-ancestors 'none'"), "\(name): \(policy)")
        #expect(!policy.contains("unsafe") && !policy.contains("*"), "\(name): \(policy)")
        let isPage = answer.type?.hasPrefix("text/html") == true
        #expect((answer.header("Permissions-Policy") != nil) == isPage, "\(name)")
        let resource = answer.header("Cross-Origin-Resource-Policy")
        #expect(resource == (isPublicRead && !isPage ? "cross-origin" : "same-origin"), "\(name)")
        // There is no TLS here. Sent in the clear, the header would be remembered by
        // browsers, or cause a complaint.
        #expect(answer.header("Strict-Transport-Security") == nil, "\(name)")
        #expect(answer.header("Cross-Origin-Opener-Policy") == nil, "\(name)")
        if isPage {
            #expect(policy.contains("base-uri 'none'") && policy.contains("script-src 'self'"), "\(name)")
            #expect(policy.contains("form-action '"), "\(name)")
            // A page carries its messages and what search engines read as data, which are never run.
            let inline = /<style|<[^>]*\sstyle="|<script(?![^>]*\ssrc=)(?! type="application\/(ld\+)?json")/
            #expect(answer.text.firstMatch(of: inline) == nil, "\(name)")
        } else if !policy.contains("script-src 'self'") {
            // The service worker carries the policy of the pages.
            #expect(policy.hasPrefix("default-src 'none'"), "\(name): \(policy)")
        }
    }

    @Test func `every answer of every route has the security headers for browsers`() async throws {
        let token = try await service.workspace.account("headers")
        let endpoints = try await ProgramRoutes.endpoints()
        for endpoint in endpoints where !endpoint.path.hasSuffix("/stream") && endpoint.path != "/v1/me" {
            let isPublic = if case .everyone = endpoint.access { true } else { false }
            let path = ProgramRoutes.path(endpoint)
            for bearer in isPublic ? [nil] : [nil, token, "wrong"] {
                let answer = try await service.send(
                    endpoint.method.rawValue, path, body: endpoint.method == .get ? nil : Array("{}".utf8),
                    type: "application/json", bearer: bearer, headers: ["Accept": "text/html"])
                expectProtection(
                    answer, isPublicRead: isPublic && (endpoint.method == .get || endpoint.isForAllOrigins),
                    "\(endpoint.method) \(path) \(answer.status)")
            }
        }
    }

    @Test func `refusals that no route has seen and answers without a body have them too`() async throws {
        for target in ["/nothing", "/tiles/birch/7/66/45.png", "/v1/scales"] {
            let head = try await service.send("HEAD", target)
            expectProtection(head, isPublicRead: true, "HEAD \(target)")
        }
        let tile = try await service.get("/tiles/birch/7/66/45.png")
        let held = try await service.get(
            "/tiles/birch/7/66/45.png", headers: ["If-None-Match": try #require(tile.etag)])
        #expect(held.status == 304)
        expectProtection(held, isPublicRead: true, "304")
        for target in ["/" + String(repeating: "a", count: 9_000), "/\u{1}"] {
            let answer = try #require(try await RawConnection(service).ask(target))
            expectProtection(answer, isPublicRead: false, "\(answer.status)")
        }
    }
}
