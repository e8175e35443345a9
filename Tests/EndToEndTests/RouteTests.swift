import API
import Foundation
import HTTP
import HTTPTypes
import NIOHTTP1
import Testing

@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.addStation("basel", 7.58, 47.56)
        try await workspace.addStation("bern", 7.42, 46.95)
    })
struct RouteTests {
    private func endpoints() async throws -> [Endpoint] { try await ProgramRoutes.endpoints() }

    private func path(_ endpoint: Endpoint) -> String {
        let values = [
            "layer": "birch", "z": "7", "x": "66", "file": "45.png", "station": "basel", "fence": "none",
            "alert": "none.cap", "entry": "7", "problem": "forbidden", "collection": "birch",
            "matrices": "WebMercatorQuad",
            "y": "45", "channel": "none", "account": "none", "role": "expert", "session": "none",
            "token": "none", "reminder": "none", "calendar": "none.ics", "link": "none", "secret": "none",
            "picture": "birch.svg",
            "provider": "none",
            "message": "none", "invitation": "none", "barcode": "none",
        ]
        return values.reduce(endpoint.path) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private func ask(_ endpoint: Endpoint, bearer: String? = nil) async throws -> Answer {
        try await service.send(
            endpoint.method.rawValue, path(endpoint),
            body: endpoint.method == .get ? nil : Array("{}".utf8), type: "application/json",
            bearer: bearer)
    }

    private static let doors: Set = [
        "/v1/accounts", "/v1/verifications", "/v1/sessions", "/v1/password-resets",
        "/v1/password-resets/completion", "/v1/registration", "/v1/messages",
        "/v1/support/checkouts", "/v1/support/reports",
    ]

    @Test func `without a token only the public routes answer`() async throws {
        let endpoints = try await endpoints()
        #expect(endpoints.count > 20)
        try await each(of: endpoints) { endpoint in
            let name = "\(endpoint.method) \(endpoint.path)"
            let answer = try await ask(endpoint)
            if case .everyone = endpoint.access {
                // Links in mails and reminders contain a secret of their own, and people who
                // sign up or in have no token yet.
                let isLink = [
                    "/v1/channels/{channel}/", "/v1/reminders/{reminder}", "/v1/help/reminders/{reminder}",
                    "/v1/links/{secret}",
                    "/v1/contacts/{invitation}", "/v1/study-reminders/{reminder}",
                ]
                .contains {
                    endpoint.path.hasPrefix($0)
                }
                let isDoor = endpoint.method == .post && Self.doors.contains(endpoint.path)
                #expect(
                    endpoint.method == .get || isLink || isDoor, "\(name): writing requires a token")
                #expect(answer.status != 401 && answer.status != 403 && answer.status < 500, "\(name)")
                // WMTS clients and readers of pages expect error reports of their own kinds.
                let isReported =
                    answer.problem != nil || answer.text.contains("ows:ExceptionReport")
                    || answer.text.contains(#"<meta name="robots" content="noindex">"#)
                // A path may lead to the only address of its page.
                #expect([200, 301].contains(answer.status) || isReported, "\(name)")
            } else {
                #expect(answer.status == 401, "\(name)")
                #expect(answer.problem == "unauthorized", "\(name)")
                #expect(try await ask(endpoint, bearer: "wrong").status == 401, "\(name)")
            }
        }
    }

    /// A caller, with the facts that decide on access.
    private struct Caller {
        let name: String
        let secret: String
        let isKey: Bool
        let roles: Set<String>
    }

    private func callers() async throws -> [Caller] {
        let network = try service.workspace.network()
        var callers = [
            Caller(name: "walker", secret: try await network.guest("walker"), isKey: false, roles: [])
        ]
        for role in [
            "expert", "moderator", "researcher", "administrator", "operator:basel", "operator:bern",
        ] {
            let name = "walker-\(role.replacing(":", with: "-"))"
            let token = try await network.guest(name, role)
            callers.append(Caller(name: name, secret: token, isKey: false, roles: [role]))
        }
        for station in ["basel", "bern"] {
            let key = try await network.key(of: station).secret
            callers.append(Caller(name: "key of \(station)", secret: key, isKey: true, roles: [station]))
        }
        return callers
    }

    /// Who may call what: the table that the program must agree with.
    private func mayEnter(_ access: Audience, _ caller: Caller) -> Bool {
        switch access {
        case .everyone: true
        case .subscriber, .contributor, .owner: !caller.isKey
        case .moderator: caller.roles.contains("moderator")
        case .expert: caller.roles.contains("expert")
        case .reviewer: !caller.roles.isDisjoint(with: ["moderator", "administrator"])
        case .researcher: caller.roles.contains("researcher")
        case .administrator: caller.roles.contains("administrator")
        case .anyStation: caller.isKey
        case .stationOperator: caller.roles.contains(caller.isKey ? "basel" : "operator:basel")
        }
    }

    @Test func `every route admits the callers in the table and nobody else`() async throws {
        let callers = try await callers()
        let endpoints = try await endpoints().filter { $0.access != .everyone }
        #expect(endpoints.count * callers.count > 500)
        // Each caller makes one visit after the other: an account has one file of a study at a time.
        try await each(of: callers) { caller in
            for endpoint in endpoints { try await visit(endpoint, as: caller) }
        }
    }

    private func visit(_ endpoint: Endpoint, as caller: Caller) async throws {
        let mayEnter = mayEnter(endpoint.access, caller)
        // A live stream has no end; its access is that of the inbox beside it.
        if mayEnter, endpoint.path == "/v1/me/alerts/stream" { return }
        let answer = try await ask(endpoint, bearer: caller.secret)
        let name = "\(endpoint.method) \(endpoint.path) by \(caller.name)"
        if mayEnter {
            #expect(answer.status != 401 && answer.status < 500, "\(name): \(answer.text)")
            #expect(answer.problem != "forbidden", "\(name): \(answer.text)")
        } else {
            #expect(answer.status == 403, "\(name)")
            #expect(answer.problem == "forbidden", "\(name)")
        }
    }

    @Test func `personal answers are not stored by shared caches`() async throws {
        let token = try await service.workspace.account("cache-tests")
        for path in ["/v1/me", "/v1/me/profile", "/v1/me/fences", "/v1/me/alerts", "/v1/me/channels"] {
            let answer = try await service.get(path, bearer: token)
            #expect(answer.header("Cache-Control") == "private, no-store")
        }
    }

    @Test(arguments: [
        "/nothing", "/v1", "/v1/nothing", "/tiles/birch/7", "/assets/none.js", "/assets/leaflet/none.js",
        "/assets/..%2f..%2fPackage.swift", "/assets/leaflet/..%2f..%2fleaflet.js", "/%00",
    ])
    func `a path without a route is a plain 404 problem`(path: String) async throws {
        let answer = try await service.get(path)
        expect(answer, 404, "about:blank")
        #expect(answer.json["title"] == "Not Found")
    }

    @Test(arguments: ["GET", "DELETE", "PATCH", "PROPFIND"])
    func `an unsupported method gets a problem document`(method: String) async throws {
        let path = method == "GET" ? "/v1/me/alerts/read" : "/v1/stations"
        let answer = try await service.send(method, path)
        #expect(answer.status == 404 || answer.status == 405, "\(answer.status)")
        #expect(answer.problem == "about:blank")
    }

    @Test func `every problem has a page at the address of its type`() async throws {
        for kind in ProblemKind.allCases {
            let answer = try await service.get("/problems/\(kind.rawValue)")
            #expect(answer.status == 200)
            #expect(answer.json["type"] == .text("/problems/\(kind.rawValue)"))
            #expect(answer.json["title"] == .text(kind.title))
        }
        expect(try await service.get("/problems/none"), 404, "unknown-problem")
    }

    @Test func `the map page and its files are served and run no foreign code`() async throws {
        let page = try await service.get("/")
        #expect(page.status == 200)
        #expect(page.type?.hasPrefix("text/html") == true)
        #expect(page.header("Content-Security-Policy")?.contains("script-src 'self'") == true)
        let links = page.text.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/).map { String($0.1) }
        #expect(links.count >= 3)
        for link in links where !link.hasPrefix("/assets/leaflet/") {
            #expect(try await service.get(link).status == 200, "\(link)")
        }
    }

    /// The service worker caches all files or none: one missing file would disable
    /// push messages and offline use.
    @Test func `every file that the service worker caches is served`() async throws {
        let worker = try await service.get("/service-worker.js").text
        let lists = worker.matches(of: /JSON\.parse\('(\[[^']*\])'\)/).map { Data($0.1.utf8) }
        let paths = Set(try lists.flatMap { try JSONDecoder().decode([String].self, from: $0) })
        #expect(paths.contains("/assets/leaflet/leaflet.min.js") && paths.contains("/report"))
        for path in paths { #expect(try await service.get(path).status == 200, "\(path)") }
    }

    @Test func `metrics count requests by route and never by address`() async throws {
        _ = try await service.get("/v1/air?lon=7.123456&lat=47.123456")
        let metrics = try await service.get("/metrics")
        #expect(metrics.type == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.text.contains(#"http_requests_total{method="GET",route="/v1/air",status="200"}"#))
        #expect(!metrics.text.contains("123456"))
    }
}
