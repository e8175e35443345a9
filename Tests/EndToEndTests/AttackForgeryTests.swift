import API
import Foundation
import HTTP
import HTTPTypes
import People
import SampleTesting
import Testing

/// Pages of other sites that misuse a browser's cookie for this site.
@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct AttackForgeryTests {
    /// A browser in which a person with every role is signed in.
    private struct Visit: Sendable {
        let cookie: String
        let csrf: String

        init(_ name: String, in workspace: Workspace) async throws {
            let network = try workspace.network()
            _ = try await network.guest(
                name, "moderator", "administrator", "researcher", "operator:basel")
            let opened = try await network.session(of: name, .cookie)
            cookie = "session=\(opened.secret)"
            csrf = opened.forgeryToken
        }
    }

    /// Requests that another site's page can make a browser send, or a program that has only read the cookie.
    private func forgeries(_ csrf: String) -> [[String: String]] {
        [
            [:], ["Origin": service.address], ["Origin": "https://evil.example"],
            ["Origin": "https://evil.example", "X-CSRF-Token": csrf],
            ["Origin": "null", "X-CSRF-Token": csrf],
            ["Sec-Fetch-Site": "cross-site", "X-CSRF-Token": csrf],
            ["Origin": service.address, "X-CSRF-Token": String(csrf.reversed())],
        ]
    }

    @Test func `a cookie alone is not enough for any route that changes something`() async throws {
        let visit = try await Visit("anna", in: service.workspace)
        let changing = try await ProgramRoutes.endpoints().filter {
            $0.method != .get && ![.everyone, .anyStation].contains($0.access)
        }
        #expect(changing.count > 35)
        let forgeries = forgeries(visit.csrf)
        try await each(of: changing) { endpoint in
            for forgery in forgeries {
                let answer = try await service.send(
                    endpoint.method.rawValue, ProgramRoutes.path(endpoint),
                    body: Household.body(of: endpoint).map { Array($0.utf8) }, type: "text/plain",
                    headers: forgery.merging(["Cookie": visit.cookie]) { $1 })
                let name = "\(endpoint.method) \(endpoint.path) \(forgery)"
                #expect(answer.status == 403 && answer.problem == "forged-request", "\(name): \(answer.text)")
            }
        }
        // The browser's owner is still signed in, and may do it.
        let meant = ["Cookie": visit.cookie, "Origin": service.address, "X-CSRF-Token": visit.csrf]
        let changed = try await service.send(
            "PATCH", "/v1/me", body: Array("{}".utf8), type: "application/merge-patch+json", headers: meant)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await service.send("DELETE", "/v1/sessions", headers: meant).status == 204)
        #expect(try await service.get("/v1/me", headers: ["Cookie": visit.cookie]).status == 401)
    }

    @Test func `no page of another site signs a browser in or requests mails`() async throws {
        for path in [
            "/v1/accounts", "/v1/sessions", "/v1/verifications", "/v1/password-resets",
            "/v1/password-resets/completion", "/v1/registration",
        ] {
            for origin in ["https://evil.example", "null", service.address + ".evil.example"] {
                let answer = try await service.send(
                    "POST", path, body: Array("{}".utf8), type: "application/json",
                    headers: ["Origin": origin])
                expect(answer, 403, "forged-request")
                #expect(answer.header("Set-Cookie") == nil)
            }
        }
    }

    @Test func `a session is recognised only by its own cookie and its own token`() async throws {
        let network = try service.workspace.network()
        _ = try await network.guest("carla")
        let cookie = try await network.session(of: "carla", .cookie).secret
        let token = try await network.session(of: "carla", .token).secret
        // A stolen cookie is not a token for programs, and the other way round.
        #expect(try await service.get("/v1/me", bearer: cookie).status == 401)
        #expect(try await service.get("/v1/me", headers: ["Cookie": "session=\(token)"]).status == 401)
        for name in ["__Host-session", "Session", "token", "sid"] {
            let answer = try await service.get("/v1/me", headers: ["Cookie": "\(name)=\(cookie)"])
            #expect(answer.status == 401, "\(name)")
        }
        // A valid cookie does not make up for an invalid token.
        let both = try await service.get(
            "/v1/me", bearer: "none", headers: ["Cookie": "session=\(cookie)"])
        #expect(both.status == 401)
        #expect(try await service.get("/v1/me", headers: ["Cookie": "session=\(cookie)"]).status == 200)
        #expect(try await service.get("/v1/me", bearer: token).status == 200)
    }
}
