import Alerts
import Allergens
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Synchronization
import Testing

@testable import API
@testable import HTTP
@testable import Site

@Suite struct PersonRouteTests {
    private let api = TestAPI()

    private struct Answer {
        let status: Int
        let location: String?
        let json: [String: Any]

        /// The last part of a problem's type.
        var problem: String? { (json["type"] as? String)?.split(separator: "/").last.map(String.init) }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, as token: String = "anna",
        type: String? = nil
    ) async throws -> Answer {
        let found = Mutex<(Int, String?, Data)>((0, nil, Data()))
        try await api.test { client in
            var headers: HTTPFields = [.authorization: "Bearer \(token)"]
            headers[.contentType] = type
            let answer = try await client.execute(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
            found.withLock {
                $0 = (answer.status.code, answer.headers[.location], Data(answer.body.readableBytesView))
            }
        }
        let (status, location, bytes) = found.withLock { $0 }
        let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return Answer(status: status, location: location, json: json ?? [:])
    }

    private func person(_ name: String, as token: String = "anna") async throws -> String {
        let made = try await send(.post, "/v1/me/persons", #"{"name":"\#(name)"}"#, as: token)
        #expect(made.status == 201)
        return try #require(made.location)
    }

    @Test func `persons are added, read, changed, and deleted by their name`() async throws {
        let body = #"{"name":" Mia ","born":"2017-05-04"}"#
        let made = try await send(.post, "/v1/me/persons", body)
        #expect(made.status == 201 && made.json["name"] as? String == "Mia")
        let path = try #require(made.location)
        #expect(path.hasPrefix("/v1/me/persons/"))
        #expect(try await send(.get, path).json["born"] as? String == "2017-05-04")
        #expect(try await send(.put, path, #"{"name":"Maria"}"#).json["name"] as? String == "Maria")
        #expect(try await send(.delete, path, #"{"confirm":"Mia"}"#).problem == "unconfirmed")
        #expect(try await send(.delete, path, #"{"confirm":"Maria"}"#).status == 204)
        #expect(try await send(.get, path).problem == "unknown-person")
    }

    @Test(arguments: [
        (#"{"name":""}"#, "invalid-person"), (#"{"name":"a\u0007"}"#, "invalid-person"),
        (#"{"name":"Mia","born":"2999-01-01"}"#, "invalid-person"),
        (#"{"name":"Mia","born":"2017-02-30"}"#, "invalid-person"), ("{}", "invalid-json"),
    ])
    func `an invalid person is refused`(body: String, problem: String) async throws {
        #expect(try await send(.post, "/v1/me/persons", body).problem == problem)
        #expect(api.persons.kept.value.isEmpty)
    }

    @Test func `the number of persons is limited and their names are unique`() async throws {
        for number in 1...Person.limit { _ = try await person("P\(number)") }
        let one = try await send(.post, "/v1/me/persons", #"{"name":"One more"}"#)
        #expect(one.status == 409 && one.problem == "too-many-persons")
        _ = try await person("Mia", as: "moderator")
        let twice = try await send(.post, "/v1/me/persons", #"{"name":"Mia"}"#, as: "moderator")
        #expect(twice.status == 409 && twice.problem == "known-person")
    }

    /// Every route below a person, from the endpoints.
    private var below: [Endpoint] {
        api.service.endpoints.filter {
            $0.path.hasPrefix("/v1/me/persons/{person}")
        }
    }

    @Test func `persons have the same profile, fence, inbox and quiz routes as their guardian`() {
        let ends = Set(
            below.map { "\($0.method) \($0.path.dropFirst("/v1/me/persons/{person}".count))" })
        #expect(
            ends.isSuperset(of: [
                "GET /profile", "PUT /profile", "PATCH /profile", "GET /fences", "POST /fences",
                "DELETE /fences/{fence}", "GET /alerts", "GET /alerts/stream", "PUT /alerts/read",
                "PUT /quiz/welcome",
            ]))
        let kept = ["/channels", "/persons", "/sessions", "/tokens", "/password", "/export"]
        #expect(!ends.contains { end in kept.contains { end.contains($0) } }, "\(ends)")
    }

    @Test func `somebody else's person is not found by any route`() async throws {
        let mia = try await person("Mia").split(separator: "/").last.map(String.init) ?? ""
        for endpoint in below {
            for id in [mia, "none"] {
                let path = endpoint.path.replacing("{person}", with: id).replacing(/\{\w+\}/, with: "1")
                let body = [.post, .put, .patch].contains(endpoint.method) ? "{}" : nil
                let hasOwnCheck = endpoint.path == "/v1/me/persons/{person}" && endpoint.method == .put
                let sent = hasOwnCheck ? #"{"name":"Eve"}"# : body
                let answer = try await send(endpoint.method, path, sent, as: "moderator")
                #expect(
                    answer.status == 404 && answer.problem == "unknown-person", "\(endpoint.method) \(path)")
            }
        }
        #expect(api.persons.kept.value.map(\.person.name) == ["Mia"])
    }

    @Test func `routes below a person are about the person's account`() async throws {
        let path = try await person("Mia")
        let first = api.persons.kept.value.first?.person.account
        let account = try #require(first)
        #expect(try await send(.get, "\(path)/profile").status == 200)
        #expect(api.asked.value == [account])
        let fence = #"{"name":"School","area":{"type":"Point","coordinates":[7,47]},"radius":500}"#
        let made = try await send(.post, "\(path)/fences", fence)
        #expect(made.status == 201)
        let location = try #require(made.location)
        #expect(location.hasPrefix("\(path)/fences/"))
        #expect(api.fences.kept.value.map(\.account) == [account])
        #expect(try await send(.get, location).status == 200)
        api.asked.value = []
        #expect(try await send(.get, "/v1/me/alerts").status == 200)
        #expect(api.asked.value == [SampleVisitors.anna, SampleVisitors.anna, account])
        let id = path.split(separator: "/").last.map(String.init) ?? ""
        api.asked.value = []
        #expect(try await send(.get, "/v1/me/alerts?person=\(id)").status == 200)
        #expect(api.asked.value == [SampleVisitors.anna, account])
        #expect(try await send(.get, "/v1/me/alerts?person=none").problem == "unknown-person")
    }

    @Test func `a report for a person belongs to the guardian`() async throws {
        let id = try await person("Mia").split(separator: "/").last.map(String.init) ?? ""
        func body(_ person: String) -> String {
            #"{"area":{"type":"Point","coordinates":[7,47]},"allergens":["birch"],"person":"\#(person)"}"#
        }
        #expect(try await send(.post, "/v1/alerts", body(id)).status == 201)
        let reports = api.reports.received.value
        let report = try #require(reports.first)
        let anna = SampleVisitors.anna
        #expect(report.account == anna && report.person != nil && report.person != anna)
        #expect(try await send(.post, "/v1/alerts", body(id), as: "moderator").problem == "unknown-person")
    }
}

/// Partial changes of the profile, and the welcome quiz.
@Suite struct WelcomeRouteTests {
    private let api = TestAPI()

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String? = nil
    ) async throws -> (status: Int, json: [String: Any]) {
        let found = Mutex<(Int, Data)>((0, Data()))
        try await api.test { client in
            var headers: HTTPFields = [.authorization: "Bearer anna"]
            headers[.contentType] = type
            let answer = try await client.execute(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
            found.withLock { $0 = (answer.status.code, Data(answer.body.readableBytesView)) }
        }
        let (status, bytes) = found.withLock { $0 }
        let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        return (status, json ?? [:])
    }

    @Test func `a patch changes the fields it names, and null restores the default`() async throws {
        let whole = #"""
            {"allergens":[{"allergen":"birch","sensitivity":"severe"}],"crossReactions":true,"language":"de",
             "units":"imperial","forecast":{"when":"morning","at":"06:30"},"digest":"07:15"}
            """#
        #expect(try await send(.put, "/v1/me/profile", whole).status == 200)
        let before = api.profiles.only.value
        let patch = #"{"language":"fr","units":null,"forecast":{"at":"05:00"}}"#
        let type = "application/merge-patch+json"
        #expect(try await send(.patch, "/v1/me/profile", patch, type: type).status == 200)
        var expected = before
        (expected.language, expected.units) = (.french, .metric)
        expected.forecastRound = .sameMorning(at: try #require(LocalTime("05:00")))
        #expect(api.profiles.only.value == expected)
        #expect(expected.watches == [Watch(.allergen("birch"), sensitivity: .severe)])
        #expect(try await send(.patch, "/v1/me/profile", "{}").status == 200)
        #expect(api.profiles.only.value == expected)
    }

    @Test(
        arguments: [
            ("[]", 400, nil), ("7", 400, nil), ("{", 400, nil), (#"{"language":"xx"}"#, 400, nil),
            (#"{"crossReactions":"yes"}"#, 400, nil),
            (#"{"allergens":[{"allergen":"birch","sensitivity":"huge"}]}"#, 400, nil),
            ("{}", 415, "text/csv"),
        ] as [(String, Int, String?)])
    func `an invalid patch changes nothing`(body: String, status: Int, type: String?) async throws {
        #expect(try await send(.patch, "/v1/me/profile", body, type: type).status == status)
        #expect(api.profiles.only.value == Profile())
    }

    /// All keys of the site's messages in a document.
    private func messages(in value: Any) -> [String] {
        if let list = value as? [Any] { return list.flatMap(messages(in:)) }
        guard let object = value as? [String: Any] else { return [] }
        return object.flatMap { key, value -> [String] in
            let isMessage = ["message", "note", "purpose", "lost", "instead"].contains(key)
            return (isMessage ? [value as? String].compactMap(\.self) : []) + messages(in: value)
        }
    }

    @Test(arguments: ["/v1/quiz/welcome", "/v1/permissions"])
    func `every text key is among the site's messages`(path: String) async throws {
        let file = try #require(SiteSources.builtIn["messages/en.json"])
        let known =
            try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any]
        let asked = messages(in: try await send(.get, path).json)
        #expect(asked.count >= 6)
        #expect(asked.filter { known?[$0] == nil } == [])
    }

    @Test func `answers are stored, shown, and fill the profile`() async throws {
        let none = try await send(.get, "/v1/me/quiz/welcome").json
        #expect(none["answered"] as? Bool == false)
        let body = #"""
            {"allergens":[{"allergen":"Betula","severity":"severe"}],"severeReactions":"yearly",
             "diagnosedBy":"self","medication":[" Cetirizine "],"conditions":["asthma","eczema"]}
            """#
        #expect(try await send(.put, "/v1/me/quiz/welcome", body).status == 200)
        let kept = api.profiles.quiz.value
        let quiz = try #require(kept)
        #expect(quiz.allergens == [WelcomeQuiz.Reaction(allergen: "birch", severity: .severe)])
        #expect(quiz.medication == ["Cetirizine"] && quiz.conditions == [.asthma, .eczema])
        #expect(quiz.diagnosedBy == .own && quiz.severeReactions == .yearly)
        let read = try await send(.get, "/v1/me/quiz/welcome").json
        #expect(read["answered"] as? Bool == true && read["diagnosedBy"] as? String == "self")
        var expected = Profile()
        expected.watches = [Watch(.allergen("birch"), sensitivity: .severe)]
        #expect(api.profiles.only.value == expected)
    }

    @Test(arguments: [
        #"{"allergens":[{"allergen":"moss","severity":"mild"}]}"#,
        #"{"allergens":[{"allergen":"birch","severity":"huge"}]}"#,
        #"{"severeReactions":"always"}"#, #"{"diagnosedBy":"me"}"#, #"{"conditions":["asthma","asthma"]}"#,
        #"{"conditions":["gout"]}"#, #"{"medication":[""]}"#,
        #"{"medication":["\#(String(repeating: "a", count: 61))"]}"#,
        #"{"medication":["\#(String(repeating: "a", count: 60)) "]}"#,
        #"{"medication":["1","2","3","4","5","6","7","8","9","10","11"]}"#, "[]",
    ])
    func `invalid answers are refused`(body: String) async throws {
        #expect(try await send(.put, "/v1/me/quiz/welcome", body).status == 400)
        #expect(api.profiles.quiz.value == nil)
    }
}
