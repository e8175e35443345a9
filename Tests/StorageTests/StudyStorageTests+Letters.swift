import Foundation
import GRDB
import Help
import People
import SampleTesting
import Sealing
import Studies
import Testing

@testable import Storage

/// Invitations by mail.
extension StudyStorageTests {
    private func addresses(_ texts: String...) throws -> [ContactAddress] {
        try texts.map { try #require(ContactAddress($0)) }
    }

    private func write(_ texts: String..., to id: Study.ID, at now: Date = noon) async throws -> [Int64] {
        let all = try texts.map { try #require(ContactAddress($0)) }
        return try await store.write(to: all, in: .english, of: id, by: otto, at: now)
    }

    private func states(_ id: Study.ID) async throws -> [StudyLetter.State?] {
        try await store.invitations(of: id, for: otto, after: 0, limit: 99).map(\.letter)
    }

    private func count(_ sql: String) async throws -> Int {
        try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    }

    @Test func `each address gets a code of its own, and is gone once the letter is settled`() async throws {
        let id = try await opened()
        let numbers = try await write("anna@example.org", "Ben@example.org", to: id)
        let post = try await store.dueStudyLetters(at: noon, limit: 9)
        #expect(post.letters.map(\.invitation) == numbers && post.void.isEmpty)
        #expect(post.letters.map(\.address) == ["anna@example.org", "Ben@example.org"])
        #expect(post.letters.map(\.title) == ["Hay fever", "Hay fever"])
        #expect(Set(post.letters.map(\.code)).count == 2)
        #expect(try await store.study(invitedBy: post.letters[0].code).id == id)
        try await store.record(.settled(.sent), ofInvitation: numbers[0])
        try await store.record(.again(at: noon + 60), ofInvitation: numbers[1])
        #expect(try await states(id) == [.sent, .queued])
        #expect(try await count("studyLetter WHERE sealed IS NOT NULL") == 1)
        #expect(try await store.dueStudyLetters(at: noon, limit: 9).nextDue == noon + 60)
        #expect(try await store.dueStudyLetters(at: noon + 60, limit: 9).letters.map(\.attempts) == [1])
        try await store.record(.settled(.failed), ofInvitation: numbers[1])
        #expect(try await count("studyLetter WHERE sealed IS NOT NULL") == 0)
    }

    @Test func `a study writes to an address once a week, and another study may`() async throws {
        let (id, other) = (try await opened(), try await opened())
        _ = try await write("anna@example.org", to: id)
        await #expect(throws: StudyRefusal.writtenTo([1])) {
            try await write("ben@example.org", "ANNA@example.org", to: id, at: noon + 6 * 86_400)
        }
        #expect(try await states(id).count == 1)
        #expect(try await write("anna@example.org", to: other).count == 1)
        #expect(try await write("anna@example.org", to: id, at: noon + 7 * 86_400).count == 1)
        _ = try await store.forgetExpired(at: noon + 8 * 86_400)
        #expect(try await count("studyReceiver") == 1)
    }

    @Test func `a study sends a bounded number of letters a day`() async throws {
        let id = try await opened()
        for batch in 0..<5 {
            let all = try (0..<200).map { try #require(ContactAddress("p\(batch)-\($0)@example.org")) }
            _ = try await store.write(to: all, in: .english, of: id, by: otto, at: noon)
        }
        await #expect(throws: StudyRefusal.tooMuchMail(limit: 1_000, wait: 86_400)) {
            try await write("anna@example.org", to: id)
        }
        #expect(try await write("anna@example.org", to: id, at: noon + 86_400).count == 1)
    }

    @Test func `only owners and recruiters write, and only while a study is open`() async throws {
        let draft = try await store.begin(content, settings(), by: otto, at: noon).id
        await #expect(throws: StudyRefusal.state(.draft)) { try await write("anna@example.org", to: draft) }
        let id = try await opened()
        try await grantResearch(to: anna)
        for (role, refusal) in [(.analyst, .role(.analyst)), (.recruiter, nil)]
            as [(StudyRole, StudyRefusal?)]
        {
            try await store.appoint(role, "anna", in: id, by: otto, at: noon)
            let all = try addresses("\(role)@example.org")
            if let refusal {
                await #expect(throws: refusal) {
                    try await store.write(to: all, in: .english, of: id, by: anna, at: noon)
                }
            } else {
                #expect(try await store.write(to: all, in: .english, of: id, by: anna, at: noon).count == 1)
            }
        }
    }

    @Test func `letters of invitations and studies that have ended are not sent`() async throws {
        let id = try await opened()
        let numbers = try await write("anna@example.org", "ben@example.org", to: id)
        try await store.restrict(numbers[0], of: id, by: otto, at: noon)
        #expect(try await store.dueStudyLetters(at: noon, limit: 9).void == [numbers[0]])
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        let post = try await store.dueStudyLetters(at: noon, limit: 9)
        #expect(post.letters.isEmpty && post.void == numbers)
    }

    @Test func `addresses stay readable under a new key, and hashes go with the old one`() async throws {
        let id = try await opened()
        _ = try await write("anna@example.org", to: id)
        let old = store.keys.ids[0]
        _ = try file.addKey()
        _ = try await store.sealAnew()
        #expect(try await store.dropUnusedKeys() == [old])
        #expect(
            try await store.dueStudyLetters(at: noon, limit: 9).letters.map(\.address) == ["anna@example.org"]
        )
        #expect(try await count("studyReceiver") == 0)
        #expect(try await store.brokenValues() == [:])
    }
}
