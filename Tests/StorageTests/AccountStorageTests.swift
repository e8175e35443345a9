import Foundation
import GRDB
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct AccountStorageTests {
    let opened: OpenedArchive
    private let hash = Data(repeating: 7, count: 32)

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([.sample()])
    }

    @Test func `a name is unique, whatever its case`() async throws {
        let anna = try #require(try await opened.store.addAccount(named: "Anna", at: noon))
        #expect(anna.name == "Anna")
        #expect(try await opened.store.addAccount(named: "anna", at: noon) == nil)
        let bert = try #require(try await opened.store.addAccount(named: "Bert", at: noon))
        #expect(bert.id != anna.id)
    }

    @Test func `a credential is found by its public part, with its owner`() async throws {
        let anna = try await opened.account()
        for (id, principal) in [("one", Principal.account(anna)), ("two", .station("basel"))] {
            try await opened.store.add(Credential(id: id, hash: hash, principal: principal), at: noon)
            let found = try #require(try await opened.store.credential(id))
            #expect(found.id == id && found.hash == hash && found.principal == principal)
        }
        #expect(try await opened.store.credential("three") == nil)
        #expect(try await opened.store.credential("ONE") == nil)
    }

    @Test func `a credential without an account is refused`() async throws {
        for principal in [Principal.station("nowhere"), .account(Account.ID(rawValue: 99))] {
            await #expect(throws: DatabaseError.self) {
                try await opened.store.add(
                    Credential(id: "one", hash: hash, principal: principal), at: noon)
            }
        }
        #expect(try await opened.count("credential") == 0)
    }

    @Test func `the first answer for an account and key is remembered`() async throws {
        let (anna, bert) = (try await opened.account("anna"), try await opened.account("bert"))
        let first = KeptAnswer(fingerprint: hash, location: "/one", body: Data("1".utf8))
        let second = KeptAnswer(fingerprint: hash, location: "/two", body: Data("2".utf8))
        try await opened.store.keep(first, to: "key", of: anna, at: noon)
        try await opened.store.keep(second, to: "key", of: anna, at: noon)
        #expect(try await opened.store.answer(to: "key", of: anna) == first)
        #expect(try await opened.store.answer(to: "key", of: bert) == nil)
        #expect(try await opened.store.answer(to: "Key", of: anna) == nil)
    }

    @Test func `an answer is forgotten after a day`() async throws {
        let anna = try await opened.account()
        let answer = KeptAnswer(fingerprint: hash, location: "/one", body: Data())
        try await opened.store.keep(answer, to: "old", of: anna, at: noon)
        try await opened.store.keep(answer, to: "new", of: anna, at: noon.addingTimeInterval(86_400))
        #expect(try await opened.store.answer(to: "old", of: anna) != nil)
        try await opened.store.keep(answer, to: "newer", of: anna, at: noon.addingTimeInterval(86_401))
        #expect(try await opened.store.answer(to: "old", of: anna) == nil)
        #expect(try await opened.store.answer(to: "new", of: anna) != nil)
    }
}
