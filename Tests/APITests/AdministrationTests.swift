import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Testing

@testable import API

@Suite struct AdministrationTests {
    private static let administrator: HTTPFields = [.authorization: "Bearer administrator"]
    private static let writing: HTTPFields = [
        .authorization: "Bearer administrator", .contentType: "application/json",
    ]

    @Test func `administrators see the store, its backup, the jobs, and what is sent`() async throws {
        let api = TestAPI()
        try await api.test { client in
            let path = "/v1/administration/state"
            let sound = try await client.execute(uri: path, method: .get, headers: Self.administrator)
            #expect(
                String(buffer: sound.body)
                    == #"{"databaseSize":4096,"freeSpace":1000000,"#
                    + #""jobs":[{"kind":"retention","lastRun":"2020-04-08T12:00:00Z","succeeded":true},"#
                    + #"{"kind":"preparation"}],"lastBackup":"2020-04-08T12:00:00Z","queued":3,"#
                    + #""sendings":[{"delivered":4,"dropped":0,"failed":1,"kind":"alerts","sent":5}],"usable":true}"#
            )
            #expect(sound.headers[.cacheControl] == "private, no-store")
            api.health.isReady.value = false
            let full = try await client.execute(uri: path, method: .get, headers: Self.administrator)
            #expect(String(buffer: full.body).contains(#""failure":"full""#))
            let refused = try await client.execute(
                uri: path, method: .get, headers: [.authorization: "Bearer moderator"])
            #expect(refused.status == .forbidden)
        }
    }

    @Test func `what others did to accounts is listed, which each owner can see`() async throws {
        let api = TestAPI()
        for act in [AuditEntry.Act.suspended, .restored] {
            try await api.records.note(
                act, of: [SampleVisitors.anna], by: .administrator, object: nil, at: noon)
        }
        try await api.test { client in
            let answer = try await client.execute(
                uri: "/v1/administration/acts", method: .get, headers: Self.administrator)
            let text = String(buffer: answer.body)
            #expect(text.contains(#""act":"restored""#) && text.contains(#""account":"mia""#))
            let older = try await client.execute(
                uri: "/v1/administration/acts?before=2", method: .get, headers: Self.administrator)
            #expect(!String(buffer: older.body).contains("restored"))
        }
        #expect(
            api.records.audit.value.last?.act == .inspected && api.records.audit.value.last?.object == "audit"
        )
    }

    @Test func `accounts are counted and found by role, and each owner can see who looked`() async throws {
        let api = TestAPI()
        try await api.test { client in
            func ask(_ path: String) async throws -> String {
                let answer = try await client.execute(uri: path, method: .get, headers: Self.administrator)
                return String(buffer: answer.body)
            }
            #expect(
                try await ask("/v1/administration/roles")
                    == #"{"roles":[{"accounts":0,"role":"expert"},{"accounts":2,"role":"moderator"},"#
                    + #"{"accounts":0,"role":"operator"},{"accounts":2,"role":"researcher"},"#
                    + #"{"accounts":0,"role":"administrator"}]}"#)
            #expect(api.records.audit.value.isEmpty)
            let researchers = try await ask("/v1/accounts?role=researcher")
            #expect(researchers.contains(#""name":"ben""#) && researchers.contains(#""name":"mia""#))
            #expect(!researchers.contains("otto") && !researchers.contains("anna"))
            #expect(api.records.audit.value.map(\.act) == [.inspected])
            let both = try await ask("/v1/accounts?role=moderator&name=o")
            #expect(both.contains("otto") && !both.contains("mia"))
            for wrong in ["operator:basel", "", "king"] {
                #expect(try await ask("/v1/accounts?role=\(wrong)").contains("invalid-parameter"), "\(wrong)")
            }
        }
    }

    @Test func `an administrator opens an account, whose owner gets a link and chooses the password`()
        async throws
    {
        let api = TestAPI(address: "https://breathe.example")
        try await api.test { client in
            func open(_ body: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/administration/accounts", method: .post, headers: Self.writing,
                    body: ByteBuffer(string: body))
            }
            let opened = try await open(#"{"username":"carla","email":"carla@example.org"}"#)
            #expect(opened.status == .created && opened.headers[.cacheControl] == "private, no-store")
            #expect(
                String(buffer: opened.body)
                    == #"{"ends":"2020-04-09T12:00:00Z","#
                    + #""link":"https://breathe.example/reset-password#bel_105_administrator","name":"carla"}"#
            )
            let taken = try await open(#"{"username":"anna"}"#)
            #expect(taken.status == .conflict && String(buffer: taken.body).contains("name-taken"))
            let wrong = String(buffer: try await open(#"{"username":"a b","email":"carla"}"#).body)
            #expect(wrong.contains("/username") && wrong.contains("/email"))
            let chosen = try await open(#"{"username":"carla","password":"eight pollen grains"}"#)
            #expect(chosen.status == .badRequest)
        }
    }

    @Test func `an administrator renames and deletes other accounts, by their names`() async throws {
        let api = TestAPI()
        try await api.test { client in
            func send(
                _ method: HTTPRequest.Method, _ name: String, _ body: String
            ) async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/accounts/\(name)", method: method, headers: Self.writing,
                    body: ByteBuffer(string: body))
            }
            #expect(try await send(.patch, "ben", #"{"username":"benno"}"#).status == .noContent)
            #expect(api.logins.renamed.value == [Account.ID(rawValue: 102): "benno"])
            #expect(try await send(.patch, "ben", #"{"username":"otto"}"#).status == .conflict)
            #expect(try await send(.patch, "ben", #"{"username":"~"}"#).status == .badRequest)
            #expect(try await send(.patch, "nobody", #"{"username":"benno"}"#).status == .notFound)
            let slip = try await send(.delete, "mia", #"{"confirm":"ben"}"#)
            #expect(String(buffer: slip.body).contains("unconfirmed"))
            #expect(try await send(.delete, "nobody", #"{"confirm":"nobody"}"#).status == .notFound)
            #expect(api.persons.deleted.value == [])
            #expect(try await send(.delete, "mia", #"{"confirm":"mia"}"#).status == .noContent)
            #expect(api.persons.deleted.value == [Account.ID(rawValue: 103)])
            let refused = try await client.execute(
                uri: "/v1/accounts/mia", method: .delete,
                headers: [.authorization: "Bearer moderator", .contentType: "application/json"],
                body: ByteBuffer(string: #"{"confirm":"mia"}"#))
            #expect(refused.status == .forbidden)
        }
    }

    @Test func `a moderator goes off duty, and sees who is on duty`() async throws {
        let api = TestAPI()
        try await api.test { client in
            let headers: HTTPFields = [.authorization: "Bearer moderator", .contentType: "application/json"]
            let path = "/v1/moderation/duty"
            let before = try await client.execute(uri: path, method: .get, headers: headers)
            #expect(String(buffer: before.body) == #"{"on":true,"others":["ben"]}"#)
            let off = try await client.execute(
                uri: path, method: .put, headers: headers, body: ByteBuffer(string: #"{"on":false}"#))
            #expect(String(buffer: off.body) == #"{"on":false,"others":["ben"]}"#)
        }
    }
}
