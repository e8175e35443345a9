import API
import Foundation
import HTTP
import HTTPTypes
import SampleTesting
import Testing

/// One account tries to reach another's data, over every route with a parameter in its path.
@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.addStation("basel", 7.58, 47.56)
        try await workspace.addStation("bern", 7.42, 46.95)
    })
struct AttackOwnershipTests {
    /// A word in all data that belong to Anna alone.
    private static let mark = "Zwetschgenweg"

    /// Parameters with the same values for everybody: such a route concerns the caller's own data.
    private static let everybodys = [
        "purpose": "warnings", "day": "2026-04-10", "start": "2026-04-10T06:00:00Z",
        "treatment": "food:peanut", "barcode": "3017620422003",
    ]

    /// Routes for people other than the author of an alert, who confirm or flag it.
    private func isForOthers(_ endpoint: Endpoint) -> Bool { endpoint.path.hasPrefix("/v1/alerts/{alert}/") }

    /// Every restricted route with parameters, filled in with a household's identifiers.
    private func targets(
        of household: Household, and others: [String: String]
    ) async throws -> [(endpoint: Endpoint, path: String)] {
        try await ProgramRoutes.endpoints().compactMap { endpoint in
            let names = ProgramRoutes.parameters(of: endpoint.path)
            guard endpoint.access != .everyone, !names.isEmpty else { return nil }
            let ids = household.ids(for: names).merging(others) { $1 }
            for name in names {
                #expect(ids[name] != nil, "\(endpoint.path): give a value for another's {\(name)}")
            }
            return (endpoint, ProgramRoutes.path(endpoint, ids))
        }
    }

    private func send(_ endpoint: Endpoint, to path: String, bearer: String) async throws -> Answer {
        let body = Household.body(of: endpoint)
        return try await service.send(
            endpoint.method.rawValue, path, body: body.map { Array($0.utf8) },
            type: endpoint.method == .patch ? "application/merge-patch+json" : "application/json",
            bearer: bearer)
    }

    @Test func `nobody reads, changes or removes another's data`() async throws {
        let anna = try await Household.settled("anna", mark: Self.mark, in: service)
        let before = try await anna.state(in: service)
        let network = try service.workspace.network()
        let eve = try await network.guest("eve")
        let foreign = try await network.key(of: "bern").secret
        let others = [
            "station": "basel", "key": try await network.key(of: "basel").id, "message": UUID().uuidString,
        ]
        let targets = try await targets(of: anna, and: others.merging(Self.everybodys) { $1 })
        #expect(targets.count > 40)
        for (endpoint, path) in targets {
            let isStations = [.stationOperator, .anyStation].contains(endpoint.access)
            let answer = try await send(endpoint, to: path, bearer: isStations ? foreign : eve)
            let name = "\(endpoint.method) \(path): \(answer.status)"
            let isAboutOneself = ProgramRoutes.parameters(of: endpoint.path).allSatisfy {
                Self.everybodys.keys.contains($0)
            }
            if !isForOthers(endpoint), !isAboutOneself {
                #expect([403, 404].contains(answer.status), "\(name)")
            }
            #expect(!answer.holds(Self.mark), "\(name)")
        }
        let inbox = try await service.get("/v1/me/alerts?person=\(anna.persons[0].id)", bearer: eve)
        expect(inbox, 404, "unknown-person")
        let sent = try await service.post(
            "/v1/alerts", anna.reportForPerson(of: "oak"), bearer: eve)
        expect(sent, 404, "unknown-person")
        #expect(try await anna.state(in: service) == before)
        #expect(try await service.get("/v1/alerts/\(anna.ids["alert"] ?? "")").status == 200)
        try await expectDone(by: anna, targets)
    }

    /// Everything refused to the other account works for its owner, so that ownership was the only reason.
    private func expectDone(
        by owner: Household, _ targets: [(endpoint: Endpoint, path: String)]
    ) async throws {
        let order = ["GET", "PUT", "PATCH", "POST", "DELETE"]
        let own = targets.filter { endpoint, _ in
            // A live stream has no end, a trial calls the webhook, and no provider is configured here.
            [.subscriber, .contributor, .owner].contains(endpoint.access) && !isForOthers(endpoint)
                && !endpoint.path.hasSuffix("/stream") && !endpoint.path.hasSuffix("/tests")
                // Nobody is asked about products here.
                && !endpoint.path.hasPrefix("/v1/products/")
                // Without a mail server nobody is asked.
                && !endpoint.path.hasSuffix("/requests")
                // The article has no picture, and readers have never seen it.
                && !endpoint.path.hasSuffix("{submission}/picture") && !endpoint.path.hasSuffix("/retirement")
                && (endpoint.method != .post || !endpoint.path.hasSuffix("{provider}"))
        }
        #expect(own.count > 25)
        for method in order {
            // Longer paths first, so that parts go before the whole.
            for (endpoint, path) in own.filter({ $0.endpoint.method.rawValue == method })
                .sorted(by: { $0.path.count > $1.path.count })
            {
                let answer = try await send(endpoint, to: path, bearer: owner.token)
                #expect(
                    (200...299).contains(answer.status),
                    "\(method) \(path): \(answer.status) \(answer.text.prefix(300))")
            }
        }
    }

    @Test func `persons of one account are kept apart, from each other and from their guardian`() async throws
    {
        let carla = try await Household.settled("carla", mark: "Birnbaumweg", in: service)
        let before = try await carla.state(in: service)
        let others = [carla.ids, carla.persons[1].ids]
        var tried = 0
        for endpoint in try await ProgramRoutes.endpoints() {
            let names = ProgramRoutes.parameters(of: endpoint.path)
            guard names.contains("person"), !Self.everybodys.keys.contains(where: names.contains),
                names.count > 1
            else { continue }
            for other in others {
                let ids = other.merging(["person": carla.persons[0].id]) { $1 }
                let path = ProgramRoutes.path(endpoint, ids)
                let answer = try await send(endpoint, to: path, bearer: carla.token)
                #expect(answer.status == 404, "\(endpoint.method) \(path): \(answer.status)")
                tried += 1
            }
        }
        #expect(tried >= 10)
        for endpoint in try await ProgramRoutes.endpoints() where endpoint.path == "/v1/me/fences/{fence}" {
            let path = ProgramRoutes.path(endpoint, carla.persons[0].ids)
            let answer = try await send(endpoint, to: path, bearer: carla.token)
            expect(answer, 404, "unknown-fence")
        }
        #expect(try await carla.state(in: service) == before)
    }

    @Test func `no parameter or field acts on another account`() async throws {
        let network = try service.workspace.network()
        let anna = try await network.guest("anna-2")
        #expect(
            try await service.post("/v1/me/fences", circle(3, 3, named: Self.mark), bearer: anna).status
                == 201)
        let eve = try await network.guest("eve-2")
        let query = ["account", "user", "user_id", "subscriber", "name", "id", "as", "owner"]
            .map { "\($0)=anna-2" }.joined(separator: "&")
        for endpoint in try await ProgramRoutes.endpoints()
        where endpoint.method == .get && !endpoint.path.hasSuffix("/stream") {
            guard [.subscriber, .contributor, .owner].contains(endpoint.access) else { continue }
            let answer = try await service.get(
                ProgramRoutes.path(endpoint) + "?" + query, bearer: eve,
                headers: ["X-User": "anna-2", "X-Account": "anna-2", "Cookie": "account=anna-2"])
            #expect(!answer.holds(Self.mark) && !answer.holds("anna-2"), "\(endpoint.path)")
        }
        // Unknown members are not stored.
        let body = circle(4, 4).dropLast() + #","account":"anna-2","owner":"anna-2","id":"mine"}"#
        let made = try await service.post("/v1/me/fences", String(body), bearer: eve)
        #expect(made.status == 201 || (400...499).contains(made.status))
        #expect(made.json["id"] != "mine")
        let hers = try await service.get("/v1/me/fences", bearer: anna).json["fences"].elements
        #expect(hers.count == 1)
    }
}
