import API
import Foundation
import HTTP
import HTTPTypes
import People
import SampleTesting
import Testing

/// Pages of other sites that let a browser act with the cookie that it has of this one.
@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in try await workspace.addStation("basel", 7.58, 47.56) })
struct AttackForgeryTests {
    /// A browser in which somebody is signed in who may do everything.
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

    /// What a page of another site can have a browser send, or a program that has read the cookie alone.
    private func forgeries(_ csrf: String) -> [[String: String]] {
        [
            [:], ["Origin": service.address], ["Origin": "https://evil.example"],
            ["Origin": "https://evil.example", "X-CSRF-Token": csrf],
            ["Origin": "null", "X-CSRF-Token": csrf],
            ["Sec-Fetch-Site": "cross-site", "X-CSRF-Token": csrf],
            ["Origin": service.address, "X-CSRF-Token": String(csrf.reversed())],
        ]
    }

    @Test func `no route that changes something takes a cookie for a wish`() async throws {
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
        // The browser's owner is still there, and may do it.
        let meant = ["Cookie": visit.cookie, "Origin": service.address, "X-CSRF-Token": visit.csrf]
        let changed = try await service.send(
            "PATCH", "/v1/me", body: Array("{}".utf8), type: "application/merge-patch+json", headers: meant)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await service.send("DELETE", "/v1/sessions", headers: meant).status == 204)
        #expect(try await service.get("/v1/me", headers: ["Cookie": visit.cookie]).status == 401)
    }

    @Test func `no page of another site signs a browser in or asks for mails`() async throws {
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

    @Test func `a session is told by its own cookie and its own token only`() async throws {
        let network = try service.workspace.network()
        _ = try await network.guest("carla")
        let cookie = try await network.session(of: "carla", .cookie).secret
        let token = try await network.session(of: "carla", .token).secret
        // A cookie that somebody has read is no token for programs, and the other way round.
        #expect(try await service.get("/v1/me", bearer: cookie).status == 401)
        #expect(try await service.get("/v1/me", headers: ["Cookie": "session=\(token)"]).status == 401)
        for name in ["__Host-session", "Session", "token", "sid"] {
            let answer = try await service.get("/v1/me", headers: ["Cookie": "\(name)=\(cookie)"])
            #expect(answer.status == 401, "\(name)")
        }
        // A bad token is not made good by a cookie beside it.
        let both = try await service.get(
            "/v1/me", bearer: "none", headers: ["Cookie": "session=\(cookie)"])
        #expect(both.status == 401)
        #expect(try await service.get("/v1/me", headers: ["Cookie": "session=\(cookie)"]).status == 200)
        #expect(try await service.get("/v1/me", bearer: token).status == 200)
    }
}
