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

@Suite struct ProfileTests {
    private let api = TestAPI()

    private struct Document: Decodable {
        struct Mistake: Decodable { let pointer: String }
        let type: String
        let errors: [Mistake]
    }

    /// The mistakes in a body: the problem and every place it names.
    private func mistakes(
        _ method: HTTPRequest.Method, _ path: String, _ body: String
    ) async throws -> (problem: String, pointers: [String]) {
        let found = Mutex<(String, [String])>(("", []))
        try await api.test { client in
            let answer = try await client.execute(
                uri: path, method: method, headers: [.authorization: "Bearer anna"],
                body: ByteBuffer(string: body))
            #expect(answer.status == .badRequest, "\(String(buffer: answer.body))")
            let document = try JSONDecoder().decode(Document.self, from: Data(answer.body.readableBytesView))
            found.withLock {
                $0 = (String(document.type.dropFirst("/problems/".count)), document.errors.map(\.pointer))
            }
        }
        return found.withLock { $0 }
    }

    @Test(arguments: [
        (#"{"language":"xx"}"#, ["/language"]), (#"{"tone":"rude"}"#, ["/tone"]),
        (#"{"timeZone":"Mars/Olympus"}"#, ["/timeZone"]), (#"{"timeZone":"EST"}"#, ["/timeZone"]),
        (#"{"timeZone":"GMT+3"}"#, ["/timeZone"]), (#"{"timeZone":"../../etc/passwd"}"#, ["/timeZone"]),
        (#"{"forecast":{"when":"noon"}}"#, ["/forecast/when"]),
        (#"{"forecast":{"at":"25:00"}}"#, ["/forecast/at"]), (#"{"digest":"7"}"#, ["/digest"]),
        (#"{"allergens":[{"allergen":"birch","level":"none"}]}"#, ["/allergens/0/level"]),
        (#"{"allergens":[{"allergen":"birch"},{"allergen":"Betula"}]}"#, ["/allergens/1"]),
        (
            #"{"allergens":[{"allergen":"moss","level":"much"}],"language":"xx","digest":"7","timeZone":""}"#,
            ["/allergens/0/level", "/allergens/0/allergen", "/language", "/timeZone", "/digest"]
        ),
    ])
    func `every mistake in a profile is listed with its place`(body: String, pointers: [String]) async throws
    {
        let found = try await mistakes(.put, "/v1/me/profile", body)
        #expect(found.problem == "invalid-profile" && found.pointers == pointers)
        #expect(api.profiles.only.value == Profile())
    }

    @Test(arguments: [
        (#"{"crossReactions":"yes"}"#, "invalid-json", "/crossReactions"),
        (#"{"allergens":[{"level":"high"}]}"#, "invalid-json", "/allergens/0/allergen"),
        (#"{"allergens":[{"allergen":"moss"}]}"#, "unknown-allergen", "/allergens/0/allergen"),
        ("[]", "invalid-json", ""), ("{", "invalid-json", ""),
    ])
    func `a body that is not a profile is another problem`(body: String, problem: String, pointer: String)
        async throws
    {
        let found = try await mistakes(.put, "/v1/me/profile", body)
        #expect(found.problem == problem && found.pointers == [pointer])
    }

    @Test func `a list has at most a hundred allergens and groups`() async throws {
        let watches = Array(repeating: #"{"allergen":"birch"}"#, count: 101).joined(separator: ",")
        let found = try await mistakes(.put, "/v1/me/profile", #"{"allergens":[\#(watches)]}"#)
        #expect(found.problem == "invalid-profile" && found.pointers == ["/allergens"])
    }

    @Test func `fields that a profile omits get their defaults`() async throws {
        api.profiles.only.value.tone = .plain
        try await api.test { client in
            let answer = try await client.execute(
                uri: "/v1/me/profile", method: .put, headers: [.authorization: "Bearer anna"],
                body: ByteBuffer(string: #"{"forecast":{"when":"morning"}}"#))
            #expect(answer.status == .ok)
        }
        var expected = Profile()
        expected.forecastRound = .sameMorning(at: LocalTime(hour: 7))
        #expect(api.profiles.only.value == expected)
    }

    private func fence(_ rest: String) -> String {
        #"{"name":"Home","area":{"type":"Point","coordinates":[7,47]},"radius":500\#(rest)}"#
    }

    @Test func `every mistake in a fence's rules is listed with its place`() async throws {
        let rest = """
            ,"allergens":[{"allergen":"birch","level":"lots"}],"alerts":["user","pigeon"],"value":"mean",
            "quietHours":{"from":"22","until":"07:60","except":"none"},"timeZone":"CET",
            "active":{"from":"2026-02-29","until":"soon"}
            """
        let found = try await mistakes(.post, "/v1/me/fences", fence(rest))
        #expect(found.problem == "invalid-fence")
        #expect(
            found.pointers == [
                "/allergens/0/level", "/alerts/1", "/value", "/quietHours/from", "/quietHours/until",
                "/quietHours/except", "/timeZone", "/active/from", "/active/until",
            ])
        #expect(api.fences.kept.value.isEmpty)
    }

    @Test(arguments: [
        (#","quietHours":{"from":"07:00","until":"07:00"}"#, "/quietHours/until"),
        (#","active":{"from":"2026-07-14","until":"2026-07-13"}"#, "/active/until"),
        (#","alerts":["station","forecast"]"#, "/allergens"),
        (#","alerts":["station"],"allergens":[]"#, "/allergens"),
    ])
    func `rules that contradict themselves or can never alert are refused`(rest: String, pointer: String)
        async throws
    {
        let found = try await mistakes(.post, "/v1/me/fences", fence(rest))
        #expect(found.problem == "invalid-fence" && found.pointers == [pointer])
    }

    @Test func `a fence needs allergens, those of the profile, or uncertain reports`()
        async throws
    {
        func status(_ rest: String) async throws -> Int {
            let body = fence(rest)
            let code = Mutex(0)
            try await api.test { client in
                let status = try await client.execute(
                    uri: "/v1/me/fences", method: .post, headers: [.authorization: "Bearer anna"],
                    body: ByteBuffer(string: body)
                ).status.code
                code.withLock { $0 = status }
            }
            return code.withLock { $0 }
        }
        #expect(try await status("") == 201)
        api.profiles.only.value.acceptsUnsure = false
        #expect(try await status("") == 400)
        api.profiles.only.value.watches = [Watch(.group(.tree))]
        #expect(try await status(#","alerts":["station"]"#) == 201)
    }

    @Test(arguments: ["", "{}", #"{"confirm":"Anna"}"#, #"{"confirm":"bert"}"#, #"{"confirm":true}"#])
    func `an account is deleted only with its name as confirmation`(body: String) async throws {
        let found = try await mistakes(.delete, "/v1/me", body)
        #expect(["invalid-json", "unconfirmed"].contains(found.problem))
        #expect(api.persons.deleted.value.isEmpty)
    }
}
