import Foundation
import GRDB
import People
import SampleTesting
import Sealing
import Studies
import Testing

@testable import Storage

/// What people agreed to beside what they had to.
extension StudyStorageTests {
    private func openedWithOption() async throws -> Study.ID {
        var content = content
        content.options = [["en": "You may use my answers later."]]
        let id = try await store.begin(content, settings(), by: otto, at: noon).id
        for act in [StudyAct.publish, .open] { _ = try await store.act(act, on: id, by: otto, at: noon) }
        return id
    }

    private func join(_ id: Study.ID, _ account: Account.ID, agreeing agrees: Bool) async throws {
        let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
        let agreement = StudyAgreement(
            version: 1, language: "en", name: nil, signature: nil, options: [agrees])
        _ = try await store.join(by: code, agreement, as: account, at: noon)
    }

    private func agreed(_ id: Study.ID) async throws -> [Int?] {
        try await store.retention(of: id, for: otto, at: noon).options.map(\.agreed)
    }

    @Test func `optional points are kept for the person, and researchers learn a number`() async throws {
        let id = try await openedWithOption()
        try await join(id, anna, agreeing: true)
        #expect(try await store.consents(to: id, of: anna).map(\.agreement.options) == [[true]])
        #expect(try await agreed(id) == [nil])
        for number in 0..<9 {
            let account = try #require(try await store.addAccount(named: "person \(number)", at: noon)).id
            try await join(id, account, agreeing: number < 4)
        }
        #expect(try await agreed(id) == [5])
        #expect(try await store.retention(of: id, for: otto, at: noon).options.map(\.version) == [1])
        // Who has left does not count, and then the number is about fewer than five.
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        #expect(try await agreed(id) == [nil])
        #expect(try await store.consents(to: id, of: anna).map(\.agreement.options) == [[true]])
    }

    @Test func `a study without optional points has no numbers of them`() async throws {
        let id = try await opened()
        try await join(id, anna)
        #expect(try await agreed(id).isEmpty)
    }

    /// What was sealed of a consent before there were optional points.
    private struct Former: Codable {
        let language: String
        let name: String?
        let signature: String?
    }

    @Test func `consents from before there were optional points are read as they were given`() async throws {
        let id = try await opened()
        try await join(id, anna)
        try await store.pool.write { [cipher = store.cipher] database in
            let participant = try #require(
                try Int64.fetchOne(database, sql: "SELECT participant FROM studyConsent"))
            let seal = PaddedSeal<Former>("studyConsent", place: StudyConsentRow.seal.place)
            let sealed = try seal.sealed(
                Former(language: "de", name: "Beifuss", signature: "M 1 1 L 2 2"),
                at: StudyConsentRow.place(participant, 1), cipher)
            try database.execute(literal: "UPDATE studyConsent SET sealed = \(sealed)")
        }
        let expected = StudyAgreement(
            version: 1, language: "de", name: "Beifuss", signature: "M 1 1 L 2 2")
        #expect(try await store.consents(to: id, of: anna).map(\.agreement) == [expected])
    }
}
