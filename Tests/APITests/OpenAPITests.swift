import Alerts
import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import People
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// Compares the API's definition with the routes that it describes.
@Suite struct OpenAPITests {
    private let endpoints = TestAPI().service
        .endpoints
    private let document = Definition.document.tree

    private var operations: [(path: String, method: String, operation: JSONTree)] {
        (document["paths"]?.members ?? [:]).flatMap { path, item in
            item.members.map { (path, $0.key, $0.value) }
        }
    }

    @Test func `the definition describes every route and nothing else`() {
        let routes = Set(endpoints.map { "\($0.method.rawValue) \($0.path)" })
        // A person's routes take their descriptions from the guardian's routes that they derive from.
        let own = Set(
            endpoints.filter { $0.pathOfGuardian == nil }.map { "\($0.method.rawValue) \($0.path)" })
        let written = Definition.document.writtenOperations
        #expect(
            own.subtracting(written).isEmpty,
            "describe these in a file in their feature's folder, as APIChapter explains")
        #expect(Set(written).subtracting(routes).isEmpty, "these have no route")
        #expect(written.count == Set(written).count)
        #expect(Set(operations.map { "\($0.method.uppercased()) \($0.path)" }) == routes)
    }

    @Test func `an operation requires the same credentials as its route`() {
        for endpoint in endpoints {
            let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]
            let security = operation?["security"]
            #expect(security == Self.security(endpoint), "\(endpoint.path)")
            // A contact message needs no credentials, but those it carries must be valid.
            let isMessage = endpoint.method == .post && endpoint.path == "/v1/messages"
            // A link asks everyone for its passcode.
            let isLink = endpoint.method == .post && endpoint.path == "/v1/links/{secret}"
            let isAsked = endpoint.access != .everyone || isMessage || isLink
            #expect((operation?["responses"]?["401"] != nil) == isAsked)
            // Signing in answers 403 to a wrong password, although it is open to everyone.
            if endpoint.access != .everyone { #expect(operation?["responses"]?["403"] != nil) }
        }
    }

    /// The credentials of a route, stated independently of the definition.
    private static func security(_ endpoint: Endpoint) -> JSONTree {
        let session: JSONTree = ["session": []]
        return switch endpoint.access {
        case .everyone: []
        case .subscriber where endpoint.method == .get: [["account": ["read"]], session]
        case .subscriber: [["account": ["write"]], session]
        case .contributor: [["account": ["metrics"]], session]
        case .owner: [["account": ["account"]], session]
        case .moderator: [["account": ["moderate", "moderator"]], session]
        case .expert where endpoint.method == .get: [["account": ["read", "expert"]], session]
        case .expert: [["account": ["write", "expert"]], session]
        case .reviewer:
            [["account": ["moderate", "administrator"]], ["account": ["moderate", "moderator"]], session]
        case .researcher where endpoint.method == .get:
            [["account": ["research", "researcher"]], session]
        case .researcher: [["account": ["write", "research", "researcher"]], session]
        case .administrator: [["account": ["administer", "administrator"]], session]
        case .stationOperator: [["account": ["stations", "operator"]], session, ["station": []]]
        case .anyStation: [["station": []]]
        }
    }

    @Test func `every operation has a unique name, a summary, and all parts of its path`() {
        let names = operations.compactMap { $0.operation["operationId"]?.string }
        #expect(names.count == operations.count && Set(names).count == names.count)
        for (path, method, operation) in operations {
            #expect(operation["summary"]?.string?.isEmpty == false, "\(method) \(path)")
            let shared = document["components"]?["parameters"]?.members ?? [:]
            let parameters = (operation["parameters"]?.elements ?? []).map { parameter in
                parameter["$ref"]?.string.flatMap { shared[String($0.split(separator: "/").last ?? "")] }
                    ?? parameter
            }
            let named = Set(parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string })
            let parts = Set(path.matches(of: /\{([a-zA-Z]+)\}/).map { String($0.1) })
            #expect(named == parts, "\(method) \(path)")
            let address = parameters.filter { $0["in"] == "path" || $0["in"] == "query" }
                .compactMap { $0["name"]?.string }
            #expect(address.count == Set(address).count, "\(method) \(path): \(address)")
        }
    }

    @Test func `every tag is listed with what it is about`() {
        let listed = document["tags"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(Set(listed).count == listed.count)
        for (path, method, operation) in operations {
            let tag = operation["tags"]?.elements.first?.string ?? ""
            #expect(listed.contains(tag), "\(method) \(path): \(tag)")
        }
    }

    @Test func `every kind of problem is documented for some operation`() {
        let described = operations.flatMap {
            $0.operation["responses"]?.members.values.map(\.problemTypes) ?? []
        }
        let missing = Set(ProblemKind.allCases.map(\.type)).subtracting(described.joined())
        #expect(missing.isEmpty)
    }

    @Test func `the values of closed lists match the program's`() {
        func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [JSONTree] {
            Word.allCases.map { .text($0.rawValue) }
        }
        let lists: [String: [JSONTree]] = [
            "Level": words(Level.self), "WarningLevel": words(Level.self).filter { $0 != "none" },
            "Basis": words(Basis.self), "Unit": words(ConcentrationUnit.self),
            "Language": words(Language.self),
            "Tone": words(Tone.self), "AlertKind": words(Alert.Kind.self),
            "Symptom": words(Symptom.self),
            "Gauge": words(Fence.Gauge.self), "DeliveryState": words(DeliveryState.self),
            "SuppressionReason": words(SuppressionReason.self), "ChannelKind": words(Channel.Kind.self),
            "Rhythm": words(Channel.Rhythm.self), "Scope": Scopes.allNames.map { .text($0) },
            "RoleKind": words(Role.Kind.self),
            "Pollutant": words(Pollutant.self),
            "AllergenKey": Taxonomy.standard.allergens.map { .text($0.id.rawValue) },
            "ProblemType": ["about:blank"] + ProblemKind.allCases.map { .text($0.type) },
        ]
        for (name, list) in lists {
            #expect(document["components"]?["schemas"]?[name]?["enum"] == .list(list), "\(name)")
        }
        #expect(
            document["components"]?["schemas"]?["Flag"]?["properties"]?["reason"]?["enum"]
                == .list(words(FlagReason.self)))
        #expect(
            document["components"]?["schemas"]?["ServiceState"]?["properties"]?["failure"]?["enum"]
                == .list(words(StoreFailure.self)))
    }

    @Test func `the document and its examples are valid`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "openapi.json")
        try JSON.encoder.encode(document).write(to: file)
        let (status, output) = try await Python.play("check_definition.py", [file.path])
        #expect(status == 0, "\(output)")
    }

    @Test func `the document names its server and is linked from the landing page`() async throws {
        try await TestAPI().test { client in
            let answer = try await client.execute(uri: "/openapi.json", method: .get)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/vnd.oai.openapi+json;version=3.1")
            let tree = try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
            #expect(tree["openapi"] == "3.1.1")
            #expect(tree["servers"]?.elements.first?["url"]?.string?.hasPrefix("http://") == true)
            #expect(tree["info"]?["contact"]?["name"] == "desk@breathe.example")
            #expect(tree["paths"]?.members.count == Set(Definition.endpoints.map(\.path)).count)
            let etag = try #require(answer.headers[.eTag])
            let again = try await client.execute(
                uri: "/openapi.json", method: .get, headers: [.ifNoneMatch: etag])
            #expect(again.status == .notModified)
            let landing = try await client.execute(uri: "/ogc", method: .get)
            #expect(String(buffer: landing.body).contains("/openapi.json"))
        }
    }
}
