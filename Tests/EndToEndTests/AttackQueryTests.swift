import API
import Foundation
import HTTP
import HTTPTypes
import SampleTesting
import Testing

/// SQL, and other invalid values, in every parameter of every route.
@Suite(
    .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.addStation("basel", 7.58, 47.56)
        try await workspace.importPlain(["basel,birch,2020-04-08,312"])
    })
struct AttackQueryTests {
    /// Every parameter that a route reads, or once read.
    private static let names = [
        "after", "again", "ago", "allergen", "altitude", "at", "atomic", "attribution", "basis",
        "bbox", "before", "code", "confirm", "cursor", "date", "datetime", "days", "distance",
        "dryRun", "edge", "error", "feed", "form", "format", "from", "hours", "id", "iss", "keyword", "kind",
        "label", "lags", "language", "lat", "level", "limit", "link", "lon", "name", "offset", "order",
        "part", "person", "pseudonyms", "q", "ramp", "return", "role", "size", "source", "state", "status",
        "study", "style", "theme", "time", "timeZone", "title", "to", "token", "unit", "units", "unread",
        "v", "version", "waiting", "words", "year", "SERVICE", "REQUEST", "LAYER", "STYLE",
        "TILEROW", "TILECOL", "TILEMATRIX", "TILEMATRIXSET", "TIME", "DEFAULTTIME", "VERSION",
        "FORMAT", "ACCEPTVERSIONS",
    ]

    /// The query parameters in the API's definition.
    private func parametersOfDefinition() async throws -> Set<String> {
        let document = try await service.get("/openapi.json").json
        func names(_ value: JSONValue) -> [String] {
            switch value {
            case .object(let members):
                let own = value["in"] == "query" ? value["name"].text.map { [$0] } ?? [] : []
                return own + members.values.flatMap(names)
            case .list(let elements): return elements.flatMap(names)
            default: return []
            }
        }
        let found = Set(names(document["paths"]) + names(document["components"]["parameters"]))
        #expect(found.count > 20)
        return found
    }

    /// The secrets that admit to every route.
    private struct Secrets: Sendable {
        let subscriber: String
        let moderator: String
        let expert: String
        let administrator: String
        let researcher: String
        let key: String

        func bearer(_ access: Audience) -> String? {
            switch access {
            case .everyone: nil
            case .subscriber, .contributor, .owner: subscriber
            case .moderator, .reviewer: moderator
            case .expert: expert
            case .administrator: administrator
            case .researcher: researcher
            case .stationOperator, .anyStation: key
            }
        }
    }

    private func secrets() async throws -> Secrets {
        let network = try service.workspace.network()
        let name = UUID().uuidString
        return Secrets(
            subscriber: try await network.guest(name),
            moderator: try await network.guest("m-\(name)", "moderator"),
            expert: try await network.guest("e-\(name)", "expert"),
            administrator: try await network.guest("a-\(name)", "administrator"),
            researcher: try await network.guest("r-\(name)", "researcher"),
            key: try await network.key(of: "basel").secret)
    }

    @Test func `no query parameter makes the service fail, or reveals its queries`() async throws {
        let before = try await service.workspace.export()
        let read = try await parametersOfDefinition()
        #expect(Set(Self.names).isSuperset(of: read), "\(read.subtracting(Self.names).sorted())")
        let secrets = try await secrets()
        let connections = KeptConnections(service)
        let endpoints = try await ProgramRoutes.endpoints().filter {
            $0.method == .get && !$0.path.hasSuffix("/stream")
        }
        let requests = endpoints.flatMap { endpoint in
            let path = ProgramRoutes.path(endpoint)
            // One payload for each parameter and route; over all routes every parameter meets most of them.
            let queries = Self.names.map { name in
                let place =
                    abs((path + name).utf8.reduce(0) { $0 &* 31 &+ Int($1) }) % AttackCorpus.payloads.count
                return "\(name)=\(AttackCorpus.payloads[place])"
                    + (name == "lon" || name == "lat" ? "" : "&lon=7&lat=47")
            }
            return (queries + ["allergen=" + String(repeating: "'a", count: 3_500)])
                .map { (endpoint, "\(path)?\($0)") }
        }
        try await each(of: requests) { endpoint, target in
            try await expectSound(
                endpoint, target, bearer: secrets.bearer(endpoint.access), over: connections)
        }
        #expect(try await service.workspace.export() == before)
    }

    @Test func `no path parameter makes the service fail or reveals its queries`() async throws {
        let secrets = try await secrets()
        let connections = KeptConnections(service)
        let endpoints = try await ProgramRoutes.endpoints().filter { !$0.path.hasSuffix("/stream") }
        let requests = endpoints.flatMap { endpoint in
            ProgramRoutes.parameters(of: endpoint.path)
                .filter { $0 != "station" || endpoint.method == .get }
                .flatMap { name in
                    (AttackCorpus.payloads + [String(repeating: "a", count: 4_000)]).map {
                        (endpoint, ProgramRoutes.path(endpoint, [name: $0]))
                    }
                }
        }
        try await each(of: requests) { endpoint, target in
            try await expectSound(
                endpoint, target, bearer: secrets.bearer(endpoint.access), over: connections)
        }
        #expect(try await service.get("/v1/stations/basel").status == 200)
    }

    private func expectSound(
        _ endpoint: Endpoint, _ target: String, bearer: String?, over connections: KeptConnections
    ) async throws {
        let answer = try await awaited("\(target) was always busy") {
            let answer = try #require(
                try await connections.ask(
                    target, method: endpoint.method.rawValue, bearer: bearer,
                    json: endpoint.method == .get ? nil : "{}"))
            // An account has one export at a time.
            return answer.problem == "busy" ? nil : answer
        }
        let name = "\(endpoint.method) \(target.prefix(200)): \(answer.status)"
        #expect(answer.status < 500 || answer.problem == "not-ready", "\(name) \(answer.text.prefix(300))")
        #expect(answer.status != 401, "\(name)")
        guard answer.type != "image/png" else { return }
        let body = Data(answer.bytes)
        let shown = Self.words.filter { body.range(of: Data($0.utf8)) != nil }
        #expect(shown.isEmpty, "\(name)")
    }

    /// Words that would only appear if an answer revealed its database query.
    private static let words = ["sqlite", "SQLITE", "syntax error", "GRDB", "no such table", "Swift."]

    @Test(arguments: [
        #"{"name":"'; DROP TABLE fence;--","area":{"type":"Point","coordinates":[7,47]},"radius":5000,"allergens":[{"allergen":"birch"}]}"#
    ])
    func `a name that looks like SQL stays a name`(fence: String) async throws {
        let token = try await service.workspace.account("quoted")
        let made = try await service.post("/v1/me/fences", fence, bearer: token)
        #expect(made.status == 201, "\(made.text)")
        let fences = try await service.get("/v1/me/fences", bearer: token).json["fences"]
        #expect(fences[0]["name"] == "'; DROP TABLE fence;--")
    }
}
