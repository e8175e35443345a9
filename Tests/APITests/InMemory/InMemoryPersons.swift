import Foundation
import People

@testable import API
@testable import HTTP

/// The persons that a test adds.
struct InMemoryPersons: PersonStore, AccountClosing {
    /// The persons with their guardians.
    let kept = Guarded<[(person: Person, guardian: Account.ID)]>([])
    let deleted = Guarded<[Account.ID]>([])

    func persons(of guardian: Account.ID) async throws -> [Person] {
        kept.value.filter { $0.guardian == guardian }.map(\.person)
    }
    func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person? {
        try await persons(of: guardian).first { $0.id == id }
    }
    func addPerson(
        _ details: Person.Details, to guardian: Account.ID, at now: Date
    ) async throws -> Person {
        try kept.change { persons in
            let own = persons.filter { $0.guardian == guardian }
            guard own.count < Person.limit else { throw PersonRefusal.tooMany }
            guard !own.contains(where: { $0.person.name == details.name }) else {
                throw PersonRefusal.knownName
            }
            let account = Account.ID(rawValue: 100 + Int64(persons.count))
            let person = Person(
                id: Person.ID(rawValue: "p\(account.rawValue)"), account: account, details: details)
            persons.append((person, guardian))
            return person
        }
    }
    func changePerson(
        _ id: Person.ID, of guardian: Account.ID, to details: Person.Details
    ) async throws -> Person? {
        kept.change { persons in
            guard
                let place = persons.firstIndex(where: { $0.person.id == id && $0.guardian == guardian }
                )
            else { return nil }
            let person = Person(id: id, account: persons[place].person.account, details: details)
            persons[place] = (person, guardian)
            return person
        }
    }

    /// Deletes an account for an administrator.
    func delete(_ account: Account.ID, by administrator: Account.ID, at now: Date) async throws {
        try await delete(account, at: now)
    }

    /// Deletes an account, or that of a person.
    func delete(_ account: Account.ID, at now: Date) async throws {
        deleted.change { $0.append(account) }
        kept.change { $0.removeAll { $0.person.account == account } }
    }
}
