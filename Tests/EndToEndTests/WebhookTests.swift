import Alerts
import Allergens
import Delivery
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@Suite(.timeLimit(.minutes(20))) struct WebhookTests {
    /// Messages may go to this machine, and a receiver may answer later than any test takes.
    static let allowed = ["BREATHE_OUTBOUND_ALLOW": "127.0.0.0/8"].merging(unhurried) { $1 }
    static let unhurried = ["BREATHE_OUTBOUND_TIMEOUT": "600"]
    static let secret = WebhookTarget.Secret(bytes: Data(0..<32))
    static let position = Coordinate(longitude: 7.58, latitude: 47.56)!

    /// A subscriber around a place, with webhooks; another account makes the reports.
    struct Subscriber {
        let store: SQLiteStore
        let account: Account.ID
        let reporter: String

        init(_ workspace: Workspace, urls: [String]) async throws {
            reporter = try await workspace.account("ben")
            store = try SQLiteStore(besideKeys: workspace.database)
            account = try #require(try await store.addAccount(named: "anna", at: Date())).id
            let fence = Fence(
                id: .random(), account: account, name: "Home",
                area: .circle(centre: position, radius: 5_000), rules: FenceRules())
            let footprint = FenceFootprint(
                anchor: position, boxes: BoundingBox(around: position, radius: 5_000).parts, extent: 5_000,
                outline: nil)
            var profile = Profile()
            profile.watches = [Watch(.allergen(Allergen.ID(rawValue: "birch")), level: .high)]
            profile.language = .german
            try await store.keep(profile, of: account, at: Date())
            try await store.add(fence, footprint: footprint, at: Date())
            let account = account
            try await store.add(
                try urls.map { url in
                    Channel(
                        account: account,
                        target: .webhook(
                            WebhookTarget(url: try #require(URL(string: url)), secrets: [secret])),
                        created: Date())
                })
        }

        func report(to service: RunningService) async throws -> Answer {
            let answer = try await service.post(
                "/v1/alerts",
                #"{"area":{"type":"Point","coordinates":[7.58,47.56]},"allergens":["birch"],"symptoms":["sneezing"]}"#,
                bearer: reporter)
            #expect(answer.status == 201)
            return answer
        }
    }

    @Test func `a report arrives at a webhook, signed, in the subscriber's language`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let anna = try await Subscriber(
                    workspace, urls: ["http://127.0.0.1:\(receiver.port)/ok"])
                try await RunningService.during(workspace, environment: Self.allowed) { service in
                    let before = Date()
                    let report = try await anna.report(to: service)
                    let arrival = try #require(try await receiver.arrivals(atLeast: 1).first)
                    let timestamp = try #require(
                        arrival.headers["webhook-timestamp"].text.flatMap { Int($0) })
                    #expect((before.wholeSeconds...Date().wholeSeconds).contains(timestamp))
                    #expect(arrival.json["type"] == "alert.raised")
                    #expect(arrival.json["data"]["id"] == report.json["id"])
                    #expect(arrival.json["data"]["fences"] == ["Home"])
                    #expect(arrival.json["data"]["headline"].text?.contains("Birke") == true)
                    #expect(arrival.id.hasPrefix("msg_\(report.json["id"].text ?? "")_"))
                    #expect(arrival.headers["content-type"] == "application/json")
                    try await expectSignature(of: arrival)
                    let metrics = try await awaited("the delivery was not counted") {
                        let text = try await service.get("/metrics").text
                        return text.contains("deliveries_delivered_total 1") ? text : nil
                    }
                    #expect(metrics.contains("deliveries_queued 0"))
                }
            }
        }
    }

    /// Computes the signature with Python's own hmac.
    private func expectSignature(of arrival: WebhookReceiver.ProviderSignIn) async throws {
        let timestamp = try #require(arrival.headers["webhook-timestamp"].text)
        let program = """
            import base64, hashlib, hmac, sys
            print("v1," + base64.b64encode(hmac.new(
                base64.b64decode(sys.argv[1]), sys.argv[2].encode(), hashlib.sha256).digest()).decode())
            """
        let outcome = try await Program.run(
            [
                "-I", "-c", program, String(Self.secret.text.dropFirst("whsec_".count)),
                "\(arrival.id).\(timestamp).\(arrival.body)",
            ], in: FileManager.default.temporaryDirectory, file: URL(filePath: "/usr/bin/python3"))
        #expect(outcome.lines == [arrival.headers["webhook-signature"].text], "\(outcome.errors)")
    }

    @Test func `receivers that hang delay nobody`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let urls = (0..<40).map { number in
                    number < 30
                        ? "http://127.0.0.2:\(receiver.port)/hang/\(number)"
                        : "http://127.0.0.3:\(receiver.port)/ok/\(number)"
                }
                let anna = try await Subscriber(workspace, urls: urls)
                try await RunningService.during(workspace, environment: Self.allowed) { service in
                    _ = try await anna.report(to: service)
                    _ = try await receiver.arrivals(atLeast: 10, under: "/ok")
                    // Eight go to one host at once: a ninth would be called only after the first times out,
                    // which is too late.
                    let paths = try receiver.arrivals.map(\.path)
                    let last = try #require(paths.lastIndex { $0.hasPrefix("/ok") })
                    #expect(Set(paths[..<last].filter { $0.hasPrefix("/hang") }).count <= 8, "\(paths)")
                }
            }
        }
    }

    @Test func `a kill in the middle of many deliveries loses none`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let half = 300
                let paths = (0..<half).map { "127.0.0.\($0 % 10 + 1):\(receiver.port)/ok/\($0)" }
                // The gate is closed, so all of this half is unanswered when the kill comes.
                let gated = (0..<half).map { "127.0.0.\($0 % 10 + 11):\(receiver.port)/gate/\($0)" }
                let anna = try await Subscriber(workspace, urls: (paths + gated).map { "http://\($0)" })
                let held = try await RunningService.during(workspace, environment: Self.allowed) { service in
                    _ = try await anna.report(to: service)
                    _ = try await receiver.arrivals(atLeast: 50, under: "/ok")
                    let held = try await receiver.arrivals(atLeast: 10, under: "/gate")
                    await service.kill()
                    return held
                }
                #expect(try await anna.store.queueLength() >= half)
                try await receiver.open()
                try await RunningService.during(workspace, environment: Self.allowed) { _ in
                    let arrivals = try await receiver.arrivals(atLeast: 2 * half)
                    // A repeated message has the same identifier and body.
                    let bodies = Dictionary(grouping: arrivals, by: \.id).mapValues { Set($0.map(\.body)) }
                    #expect(bodies.count == 2 * half && bodies.values.allSatisfy { $0.count == 1 })
                    #expect(Set(arrivals.map(\.path)).count == 2 * half)
                    try await awaited("the ledger was not settled") {
                        try await anna.store.queueLength() == 0 ? true : nil
                    }
                    // A delivery in progress when the program died was not known to have arrived.
                    let tries = Dictionary(grouping: try receiver.arrivals, by: \.id).mapValues(\.count)
                    #expect(held.allSatisfy { tries[$0.id] ?? 0 >= 2 })
                }
            }
        }
    }

    @Test func `a message that arrived before a kill is not said to have expired`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let anna = try await Subscriber(
                    workspace, urls: ["http://127.0.0.1:\(receiver.port)/gate"])
                let alert = try await RunningService.during(workspace, environment: Self.allowed) {
                    service in
                    let answer = try await anna.report(to: service)
                    _ = try await receiver.arrivals(atLeast: 1, under: "/gate")
                    await service.kill()
                    return try #require(answer.json["id"].text)
                }
                // It stays down until the alert is over.
                _ = try await anna.store.expire(at: Date(timeIntervalSinceNow: 10 * 86_400))
                let lines = try await anna.store.lines(
                    of: Alert.ID(rawValue: alert), account: nil, limit: 9)
                #expect(lines.filter { $0.channel == .webhook }.map(\.state) == [.unknown])
            }
        }
    }

    @Test func `an address of this machine is not called unless the operator allows it`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let anna = try await Subscriber(
                    workspace,
                    urls: [
                        "http://127.0.0.1:\(receiver.port)/ok", "https://localhost:\(receiver.port)/ok",
                        "https://[::ffff:127.0.0.1]:\(receiver.port)/ok",
                    ])
                try await RunningService.during(workspace, environment: Self.unhurried) { service in
                    _ = try await anna.report(to: service)
                    let failures = try await awaited("the channels did not fail") {
                        let found = try await anna.store.channels(of: anna.account).compactMap(\.failure)
                        return found.count == 3 ? Set(found) : nil
                    }
                    #expect(failures == ["the host’s address is not public"])
                    #expect(try receiver.arrivals.isEmpty)
                }
            }
        }
    }

    @Test func `the connection goes to the address that was checked`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let resolver = try FixedResolver("127.0.0.1")
                let addressGuard = try #require(AddressGuard(allowing: "127.0.0.1"))
                let client = GuardedClient(addressGuard, resolver: resolver, timeout: .seconds(600))
                // No name server knows this name: only the checked address can have led there.
                let url = try #require(URL(string: "http://Hooks.Invalid.:\(receiver.port)/ok"))
                let outcome = await client.post([1], to: url, headers: [], at: Date())
                #expect(outcome == .answered(status: 204, retryAfter: nil))
                #expect(
                    try receiver.arrivals.last?.headers["host"] == .text("hooks.invalid:\(receiver.port)"))
                let elsewhere = try #require(URL(string: "http://hooks.invalid:\(receiver.port)/redirect"))
                let redirected = await client.post([], to: elsewhere, headers: [], at: Date())
                #expect(redirected == .answered(status: 302, retryAfter: nil))
                #expect(try receiver.arrivals.map(\.path) == ["/ok", "/redirect"])
                let silent = try #require(URL(string: "http://hooks.invalid:\(receiver.port)/hang"))
                let hasty = GuardedClient(addressGuard, resolver: resolver, timeout: .seconds(1))
                let unanswered = await hasty.post([], to: silent, headers: [], at: Date())
                #expect(unanswered == .failed("no answer within 1 seconds"))
                await client.shutDown()
                await hasty.shutDown()
            }
        }
    }

    @Test func `when one address accepts no connection, the host's next one is called`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let client = GuardedClient(
                    try #require(AddressGuard(allowing: "127.0.0.0/8")),
                    // Nobody listens at the first two.
                    resolver: try FixedResolver("127.9.9.8", "127.9.9.9", "127.0.0.1"),
                    timeout: .seconds(600))
                let url = try #require(URL(string: "http://hooks.invalid:\(receiver.port)/ok"))
                let outcome = await client.post([1], to: url, headers: [], at: Date())
                #expect(outcome == .answered(status: 204, retryAfter: nil))
                // A receiver that has answered, however badly, is not called at its other addresses.
                let failing = try #require(URL(string: "http://hooks.invalid:\(receiver.port)/redirect"))
                _ = await client.post([1], to: failing, headers: [], at: Date())
                #expect(try receiver.arrivals.map(\.path) == ["/ok", "/redirect"])
                await client.shutDown()
            }
        }
    }
}

extension Date {
    /// The seconds since 1970, rounded down.
    fileprivate var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}
