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
