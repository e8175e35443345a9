import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import API
@testable import HTTP
@testable import Site

/// What browsers and programs see on the way to a provider and back.
@Suite struct ProviderRoutesTests {
    private struct Answered: Sendable {
        let status: Int
        let text: String
        let headers: HTTPFields

        var location: String? { headers[.location] }
        func cookie(_ name: String) -> String? {
            headers[values: .setCookie].first { $0.hasPrefix("\(name)=") }
        }
    }

    private static let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml"]

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: HTTPFields = browser,
        to api: TestAPI = TestAPI()
    ) async throws -> Answered {
        let found = Found()
        try await api.test { client in
            try await client.execute(
                uri: path, method: method, headers: headers, body: body.map(ByteBuffer.init(string:))
            ) { response in
                let answer = Answered(
                    status: response.status.code, text: String(buffer: response.body),
                    headers: response.headers)
                found.answer.withLock { $0 = answer }
            }
        }
        return try #require(found.answer.withLock { $0 })
    }

    private final class Found: Sendable { let answer = Mutex<Answered?>(nil) }

    @Test func `the providers are public`() async throws {
        let answer = try await send(.get, "/v1/identity-providers")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"providers":[{"id":"clinic","name":"City Clinic"}]}"#)
    }

    @Test func `a browser is redirected to the provider with a ticket that no script can read`() async throws
    {
        let providers = PlayedProviders()
        let answer = try await send(
            .get, "/auth/clinic?return=/%23map", to: TestAPI(providers: providers))
        #expect(answer.status == 303)
        #expect(answer.location == "https://login.example/authorize?state=s")
        #expect(answer.cookie("sign-in") == "sign-in=ticket-1; Max-Age=600; Path=/; HttpOnly; SameSite=Lax")
        #expect(answer.headers[.cacheControl] == "private, no-store")
        let redirect = try #require(providers.departures.withLock { $0.first })
        #expect(redirect.purpose == FederatedPurpose(path: try #require(SitePath("/#map")), account: nil))
        #expect(redirect.callback.hasSuffix("/auth/clinic/callback"))
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "/%5Cevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example",
        "https://evil.example", "https%3A%2F%2Fevil.example", "javascript:alert(1)", "evil",
        "/%09/evil.example",
        "/%0D%0ASet-Cookie:%20a=b", "/%0A/evil.example", "%20//evil.example", "/\u{2215}evil.example",
        "@evil.example", ".evil.example", "/" + String(repeating: "a", count: 600),
    ])
    func `nobody is redirected to another site`(path: String) async throws {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? path
        for text in [encoded, encoded.replacing("%25", with: "%")] {
            let answer = try await send(.get, "/auth/clinic?return=\(text)")
            if answer.status == 303 {
                // A path that is encoded twice still stays on this site.
                #expect(text.contains("%25"))
            } else {
                #expect(answer.status == 400 && answer.text.contains("invalid-parameter"), "\(text)")
                #expect(answer.cookie("sign-in") == nil)
            }
        }
    }

    @Test func `an accepted path stays on this site in every browser`() throws {
        for text in ["/", "/account", "/account?a=b#c", "/%2F%2Fevil.example", "/.//evil", "/a//b"] {
            let path = try #require(SitePath(text))
            let url = try #require(URL(string: path.text, relativeTo: URL(string: "https://air.example/x")))
            #expect(url.absoluteURL.host() == "air.example")
        }
        #expect(SitePath("/account?a=b#c")?.adding("notice", "linked") == "/account?a=b&notice=linked#c")
        #expect(SitePath("/account")?.adding("notice", "linked") == "/account?notice=linked")
    }

    @Test func `an unknown provider is a 404`() async throws {
        for path in ["/auth/nobody", "/auth/nobody/callback?state=s&code=c"] {
            let answer = try await send(.get, path)
            #expect(answer.status == 404)
            #expect(answer.text.contains("/problems/unknown-provider"))
        }
    }

    private static let ticket: HTTPFields = [.accept: "text/html", .cookie: "sign-in=ticket-1"]

    @Test func `a person without an account is asked for a username`() async throws {
        let answer = try await send(.get, "/auth/clinic/callback?state=s&code=c", headers: Self.ticket)
        #expect(answer.status == 303)
        #expect(answer.location == "/sign-up?registration")
        #expect(
            answer.cookie("registration")
                == "registration=ticket-2; Max-Age=1800; Path=/; HttpOnly; SameSite=Lax")
        #expect(answer.cookie("sign-in") == "sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
        #expect(answer.cookie("session") == nil)
    }

    @Test(arguments: [
        ("state=s&code=c", ""), ("state=s&code=c", "sign-in=other"), ("state=x&code=c", "sign-in=ticket-1"),
        ("code=c", "sign-in=ticket-1"), ("", ""),
    ])
    func `an answer meant for another browser starts no session`(query: String, cookie: String) async throws {
        let answer = try await send(
            .get, "/auth/clinic/callback?\(query)", headers: [.accept: "text/html", .cookie: cookie])
        #expect(answer.location == "/sign-in?failure=stale")
        #expect(answer.cookie("session") == nil && answer.cookie("registration") == nil)
        let program = try await send(
            .get, "/auth/clinic/callback?\(query)", headers: [.accept: "*/*", .cookie: cookie])
        #expect(program.status == 400)
        #expect(program.text.contains("/problems/stale-sign-in"))
    }

    @Test func `a refusal by the person is reported`() async throws {
        let query = "state=s&error=access_denied&error_description=%3Cscript%3E"
        let answer = try await send(.get, "/auth/clinic/callback?\(query)", headers: Self.ticket)
        #expect(answer.location == "/sign-in?failure=denied")
        #expect(answer.cookie("sign-in")?.contains("Max-Age=0") == true)
    }

    @Test(arguments: [(ProviderFailure.failed, 502), (.slow, 502), (.denied, 403), (.stale, 400)])
    func `each failure of a provider has a sentence for people and a problem for programs`(
        failure: ProviderFailure, status: Int
    ) async throws {
        let api = TestAPI(providers: PlayedProviders(failing: failure))
        let path = "/auth/clinic/callback?state=s&code=c"
        let page = try await send(.get, path, headers: Self.ticket, to: api)
        #expect(page.location == "/sign-in?failure=\(failure.rawValue)")
        let problem = try await send(.get, path, headers: [:], to: api)
        #expect(problem.status == status)
        #expect(problem.headers[.contentType] == "application/problem+json")
    }

    @Test func `the page has a sentence for every failure`() throws {
        let english = String(
            decoding: try #require(SiteSources.builtIn["messages/en.json"]), as: UTF8.self)
        for word in ["stale", "denied", "slow", "failed", "known", "suspended"] {
            #expect(english.contains("\"signIn.\(word)\""))
        }
        for word in ["stale", "denied", "slow", "failed", "linked", "taken"] {
            #expect(english.contains("\"account.notice.\(word)\""))
        }
    }

    @Test func `a registration shows the identity that the provider proved, and only to its own ticket`()
        async throws
    {
        let known = try await send(.get, "/v1/registration", headers: [.cookie: "registration=ticket-2"])
        #expect(
            known.text == #"{"email":"anna@example.org","name":"Anna","provider":"City Clinic"}"#)
        #expect(known.headers[.cacheControl] == "private, no-store")
        for cookie in ["", "registration=ticket-1", "sign-in=ticket-2"] {
            let answer = try await send(.get, "/v1/registration", headers: [.cookie: cookie])
            #expect(answer.status == 400)
            #expect(answer.text.contains("/problems/stale-sign-in"))
        }
    }

    @Test func `an unverified address is not shown`() async throws {
        let api = TestAPI(providers: PlayedProviders(isVerified: false))
        let answer = try await send(
            .get, "/v1/registration", headers: [.cookie: "registration=ticket-2"], to: api)
        #expect(!answer.text.contains("anna@example.org"))
    }

    @Test(arguments: [
        ("https://evil.example", #"{"username":"anna12"}"#, 403, "forged-request"),
        ("null", #"{"username":"anna12"}"#, 403, "forged-request"),
        ("http://localhost", #"{"username":"a b"}"#, 400, "invalid-account"),
        ("http://localhost", #"{"username":"anna12","roles":["administrator"]}"#, 400, "invalid-json"),
        ("http://localhost", #"{"username":"anna12","email":"b@example.org"}"#, 400, "invalid-json"),
        ("http://localhost", #"{"username":"anna12"}"#, 409, "name-taken"),
    ])
    func `a registration is accepted only from our own pages and with valid fields`(
        origin: String, body: String, status: Int, kind: String
    ) async throws {
        var headers: HTTPFields = [.cookie: "registration=ticket-2", .contentType: "application/json"]
        headers[.origin] = origin
        let answer = try await send(.post, "/v1/registration", body, headers: headers)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.text.contains("/problems/\(kind)"), "\(answer.text)")
        #expect(answer.cookie("session") == nil)
    }

    @Test func `linking needs an account`() async throws {
        for (method, path) in [
            (HTTPRequest.Method.get, "/v1/me/identities"), (.post, "/v1/me/identities/clinic"),
            (.delete, "/v1/me/identities/clinic"),
        ] {
            #expect(try await send(method, path, headers: [:]).status == 401)
        }
    }
}
