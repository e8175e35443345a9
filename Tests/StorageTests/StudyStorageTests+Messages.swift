import Alerts
import Foundation
import GRDB
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

/// Messages to those who take part.
extension StudyStorageTests {
    private var words: [String: String] { ["en": "Half of it is over."] }

    private func notices(of account: Account.ID) async throws -> Int {
        try await store.pool.read {
            try Int.fetchOne(
                $0, sql: "SELECT count(*) FROM notice WHERE account = ?", arguments: [account.rawValue]) ?? 0
        }
    }

    private func received(by account: Account.ID) async throws -> [StudyMessage] {
        try await store.participations(of: account, answers: 1, looks: 1).flatMap(\.messages)
    }

    @Test func `those who take part get a message with a notice, and others do not`() async throws {
        let id = try await opened()
        try await join(id, anna)
        try await join(id, ben)
        try await store.withdraw(from: id, as: ben, erasing: false, at: noon - 86_400)
        let sent = try await store.send(words, toPeopleOf: id, by: otto, at: noon + 86_400)
        #expect(sent.told == 1)
        #expect(try await received(by: anna).map(\.words) == [words])
        #expect(try await received(by: anna).map(\.author) == [nil])
        #expect(try await received(by: ben) == [])
        for (account, count) in [(anna, 1), (ben, 0), (otto, 0)] {
            #expect(try await notices(of: account) == count)
        }
        let told = try #require(try await store.messages(of: id, for: otto).first)
        #expect(told.author == "otto" && told.told == 1)
        #expect(try await store.publicMessages(of: id) == [])
    }

    @Test func `a message to one person is sealed, and analysts do not read it`() async throws {
        let id = try await opened()
        try await join(id, anna)
        let part = try await store.participations(of: anna, answers: 1, looks: 1).first
        let pseudonym = try #require(part?.pseudonym)
        _ = try await store.send(["en": "Ragweed"], to: pseudonym, in: id, by: otto, at: noon)
        #expect(try await number("SELECT count(*) FROM studyMessage WHERE words = '{}'") == 1)
        #expect(try await number("SELECT count(*) FROM studyMessage WHERE hex(sealed) LIKE '%526167%'") == 0)
        try await grantResearch(to: ben)
        try await store.appoint(.analyst, "ben", in: id, by: otto, at: noon)
        #expect(try await store.messages(of: id, for: ben) == [])
        #expect(try await store.messages(of: id, for: otto).map(\.words) == [["en": "Ragweed"]])
    }

    @Test func `where answers belong to nobody, nobody gets a message alone`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        let names = try await store.pool.read {
            try String.fetchAll($0, sql: "SELECT pseudonym FROM studyParticipant")
        }
        #expect(names.count == 1)
        for name in names {
            await #expect(throws: StudyRefusal.unknownParticipant) {
                try await store.send(words, to: name, in: id, by: otto, at: noon)
            }
        }
        #expect(try await notices(of: anna) == 0)
    }

    @Test func `more people than fit into one transaction are all told once`() async throws {
        let id = try await opened()
        for number in 0..<257 {
            let account = try #require(try await store.addAccount(named: "p\(number)", at: noon))
            try await join(id, account.id)
        }
        #expect(try await store.send(words, toPeopleOf: id, by: otto, at: noon).told == 257)
        #expect(
            try await store.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(DISTINCT account) FROM notice")
            }
                == 257)
    }

    @Test func `where answers belong to nobody, a message stands on the page for everybody`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        #expect(try await store.send(words, toPeopleOf: id, by: otto, at: noon).told == nil)
        #expect(try await store.publicMessages(of: id).map(\.words) == [words])
        #expect(try await notices(of: anna) == 0)
    }

    @Test func `a study writes three times a day, by owners and recruiters, until it is archived`()
        async throws
    {
        let id = try await opened()
        for _ in 0..<3 { _ = try await store.send(words, toPeopleOf: id, by: otto, at: noon) }
        await #expect(throws: StudyRefusal.tooMuchMail(limit: 3, wait: 86_400)) {
            try await store.send(words, toPeopleOf: id, by: otto, at: noon)
        }
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        _ = try await store.send(words, toPeopleOf: id, by: otto, at: noon + 86_400)
        _ = try await store.act(.archive, on: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.state(.archived)) {
            try await store.send(words, toPeopleOf: id, by: otto, at: noon + 2 * 86_400)
        }
        await #expect(throws: StudyRefusal.unknown) {
            try await store.send(words, toPeopleOf: id, by: anna, at: noon)
        }
    }
}
