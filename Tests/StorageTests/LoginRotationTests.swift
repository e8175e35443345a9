import Allergens
import Foundation
import GRDB
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

/// A new key seals the data of people who sign in, and of the persons in their care.
@Suite struct LoginRotationTests {
    private let folder: TemporaryFolder
    private let file: KeyFile
    private let store: SQLiteStore
    private let identity = ForeignIdentity(provider: "elsewhere", subject: "anna-4711")
    private let picture = Data("a picture of nobody".utf8)
    private let link = OneTimeLink(
        id: "link", hash: Data(repeating: 1, count: 32), purpose: .signUp, account: nil,
        content: Data("what it does".utf8), ends: noon.addingTimeInterval(60))

    init() throws {
        folder = try TemporaryFolder()
        file = KeyFile(folder.url.appending(path: "store.keys"))
        try file.makeIfMissing()
        store = try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
    }

    /// The logins as a freshly started process sees them.
    private func fresh() throws -> RowLoginStore { RowLoginStore(store: try freshStore()) }

    private func freshStore() throws -> SQLiteStore {
        try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
    }

    private func fill() async throws -> Account.ID {
        let logins = RowLoginStore(store: store)
        let new = NewAccount(
            name: "anna", address: "Anna@example.org", birth: CivilDate("1990-05-04"), identity: identity)
        let anna = try await logins.open(new, at: noon).id
        try await logins.set(portrait: picture, tag: "tag", of: anna)
        try await logins.add(link, at: noon)
        let details = try #require(Person.Details(name: "Mia", born: CivilDate("2017-05-04")))
        _ = try await store.addPerson(details, to: anna, at: noon)
        var quiz = WelcomeQuiz()
        quiz.medication = ["Cetirizine"]
        _ = try await store.keep(quiz, of: anna, at: noon)
        return anna
    }

    private func expectAll(of anna: Account.ID) async throws {
        let store = try freshStore()
        let logins = RowLoginStore(store: store)
        let login = try #require(try await logins.login(address: "anna@EXAMPLE.org"))
        #expect(login.account.id == anna && login.address == "Anna@example.org")
        #expect(login.birth == CivilDate("1990-05-04") && login.picture == .own(tag: "tag"))
        #expect(try await logins.login(identity: identity)?.account.id == anna)
        #expect(try await logins.portrait(of: anna) == picture)
        #expect(try await logins.link("link", at: noon)?.content == link.content)
        let persons = try await store.persons(of: anna)
        #expect(persons.map(\.name) == ["Mia"] && persons[0].details.born == CivilDate("2017-05-04"))
        #expect(try await store.welcomeQuiz(of: anna)?.medication == ["Cetirizine"])
        #expect(try await store.brokenValues() == [:])
    }

    @Test func `logins, pictures, links, persons and answers are sealed anew, with their hashes`()
        async throws
    {
        let anna = try await fill()
        let old = store.keys.ids[0]
        let new = try file.addKey()
        try await expectAll(of: anna)
        await #expect(throws: AccountRefusal.addressTaken) {
            try await fresh().open(NewAccount(name: "bert", address: "ANNA@example.org"), at: noon)
        }
        let sealed = try await store.sealAnew()
        let uses = try await store.dataKeyUses()
        #expect(uses.map(\.key) == [new] && uses.first?.count == sealed)
        #expect(
            Set(uses.first?.values.keys ?? [:].keys) == [
                "login.address", "login.addressIndex", "login.birth", "identity.subject",
                "identity.subjectIndex", "portrait.png", "oneTimeLink.content", "person.sealed",
                "welcomeQuiz.sealed", "profile.sealed",
            ])
        #expect(try await store.dropUnusedKeys() == [old])
        try file.forget([old])
        try await expectAll(of: anna)
    }

    @Test func `failed attempts keep counting under a new key, and stale ones go with the old key`()
        async throws
    {
        let logins = RowLoginStore(store: store)
        try await logins.noteFailure(of: ["anna", "bert"], at: noon)
        let (old, new) = (store.keys.ids[0], try file.addKey())
        let later = try fresh()
        #expect(
            try await later.signInRecords(of: ["anna", "bert"]).mapValues(\.failures) == [
                "anna": 1, "bert": 1,
            ])
        try await later.noteFailure(of: ["anna"], at: noon)
        #expect(try await store.isUnderCurrentKey())
        #expect(Set(try await store.dataKeyUses().map(\.key)) == [old, new])
        #expect(try await store.brokenValues() == [:])
        #expect(try await store.dropUnusedKeys() == [old])
        try file.forget([old])
        #expect(try await fresh().signInRecords(of: ["anna", "bert"]).mapValues(\.failures) == ["anna": 2])
        #expect(try await store.brokenValues() == [:])
    }

    @Test func `a hash that does not match its address, or uses a lost key, is found`() async throws {
        _ = try await fill()
        try await store.pool.write { [store] database in
            let hash = try store.keys.index(of: "else@example.org", field: RowLoginStore.address)
            try database.execute(literal: "UPDATE login SET addressIndex = \(hash)")
            let lost = try KeyRing(DataKey()).index(of: "anna", field: RowLoginStore.who)
            try database.execute(
                literal: "INSERT INTO signInRecord (who, failures, lastFailure) VALUES (\(lost), 1, 0)")
        }
        #expect(
            try await store.brokenValues() == ["login.addressIndex": 1, "signInRecord.who": 1])
    }
}
