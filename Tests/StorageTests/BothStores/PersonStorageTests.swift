import Alerts
import Allergens
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Persons in the care of an account's owner, and the profile that they begin with.
    @Suite struct PersonStorageTests {
        private func details(_ name: String, _ born: String? = nil) throws -> Person.Details {
            try #require(Person.Details(name: name, born: born.flatMap { CivilDate($0) }))
        }

        @Test(arguments: StoreKind.tested)
        func `persons are read back as they were, by their guardian alone`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            let mia = try await store.addPerson(details("Mia", "2017-05-04"), to: anna, at: noon)
            let leo = try await store.addPerson(details("Leo"), to: anna, at: noon)
            #expect(try await store.persons(of: anna).map(\.id) == [mia.id, leo.id])
            let found = try #require(try await store.person(mia.id, of: anna))
            #expect(found.name == "Mia" && found.details.born == CivilDate("2017-05-04"))
            #expect(found.account == mia.account)
            #expect(try await store.person(mia.id, of: ben)?.id == nil)
            #expect(try await store.persons(of: ben).isEmpty)
            let changed = try await store.changePerson(leo.id, of: anna, to: details("Léo"))
            #expect(changed?.name == "Léo")
            #expect(try await store.person(leo.id, of: anna)?.name == "Léo")
            #expect(try await store.changePerson(leo.id, of: ben, to: details("Tom"))?.id == nil)
            #expect(try await store.audit(of: anna, limit: 10).map(\.act) == [.personAdded, .personAdded])
        }

        @Test(arguments: StoreKind.tested)
        func `a stream of a guardian is missing a person who came after it was opened`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            #expect(try await store.missing(among: [anna, ben]).isEmpty)
            let mia = try await store.addPerson(details("Mia"), to: anna, at: noon).account
            #expect(try await store.missing(among: [anna, ben]) == [anna])
            #expect(try await store.missing(among: [anna, ben, mia]).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `two persons of a guardian have two names`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            _ = try await store.addPerson(details("Mia"), to: anna, at: noon)
            let leo = try await store.addPerson(details("Leo"), to: anna, at: noon)
            let again = try details("MIA")
            await #expect(throws: PersonRefusal.knownName) {
                try await store.addPerson(again, to: anna, at: noon)
            }
            await #expect(throws: PersonRefusal.knownName) {
                try await store.changePerson(leo.id, of: anna, to: again)
            }
            #expect(try await store.changePerson(leo.id, of: anna, to: details("LEO"))?.name == "LEO")
            _ = try await store.addPerson(again, to: ben, at: noon)
            #expect(try await store.persons(of: anna).map(\.name) == ["Mia", "LEO"])
        }

        @Test(arguments: StoreKind.tested)
        func `a guardian has so many persons, and a person has none`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            var last: Person?
            for number in 0..<Person.limit {
                last = try await store.addPerson(details("Person \(number)"), to: anna, at: noon)
            }
            let more = try details("more")
            await #expect(throws: PersonRefusal.tooMany) {
                try await store.addPerson(more, to: anna, at: noon)
            }
            let person = try #require(last).account
            await #expect(throws: (any Error).self) {
                try await store.addPerson(more, to: person, at: noon)
            }
            #expect(try await opened.count("person") == Person.limit)
            let credential = Credential(id: "one", hash: Data(count: 32), principal: .account(person))
            await #expect(throws: (any Error).self) { try await store.add(credential, at: noon) }
        }

        @Test(arguments: StoreKind.tested)
        func `a person begins with the settings of the guardian, and watches nothing`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            #expect(try await store.profile(of: anna) == Profile())
            var profile = Profile()
            profile.watches = [Watch(.allergen("birch"), level: .low)]
            profile.language = .french
            profile.units = .imperial
            profile.timeZone = try #require(TimeZone(identifier: "Europe/Lisbon"))
            try await store.writeRows(locking: .nothing) { [profile, keys = store.keys] runner in
                try runner.insert(profile, of: anna, keys)
            }
            #expect(try await store.profile(of: anna) == profile)
            let mia = try await store.addPerson(details("Mia"), to: anna, at: noon)
            profile.watches = []
            #expect(try await store.profile(of: mia.account) == profile)
        }
    }
}
