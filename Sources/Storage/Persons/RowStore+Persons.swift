import Alerts
import Allergens
package import Foundation
package import People
import Sealing

extension RowStore {
    /// The persons in the care of an account's owner, in the order in which they were added.
    package func persons(of guardian: Account.ID) async throws -> [Person] {
        try await readRows { [keys] runner in try runner.persons(of: guardian, keys) }
    }

    /// A person; `nil` when the person does not exist or has another guardian.
    package func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person? {
        try await glanceRows { [keys] runner in
            try runner.row(
                """
                SELECT person.* FROM person JOIN account ON account.id = person.account
                WHERE person.id = \(id.rawValue) AND account.guardian = \(guardian.rawValue)
                """
            ).map { try Person(row: $0, keys) }
        }
    }

    /// Adds a person.
    ///
    /// The new profile takes the guardian's language, tone, units and times, and watches nothing yet.
    ///
    /// - Throws: ``PersonRefusal``; the error of the database when the guardian does not exist or is a person.
    package func addPerson(
        _ details: Person.Details, to guardian: Account.ID, at now: Date
    ) async throws -> Person {
        try await writeRows(locking: .account(guardian)) {
            [keys, taxonomy, claim = AnswerClaim.current] runner in
            let others = try runner.persons(of: guardian, keys)
            guard others.count < Person.limit else { throw PersonRefusal.tooMany }
            try details.check(against: others)
            // No user name contains this character.
            let name = "~\(UUID().uuidString.lowercased())"
            let number = try runner.insertedNumber(
                """
                INSERT INTO account (name, created, guardian) VALUES (\(name), \(now.stored), \(guardian.rawValue))
                RETURNING id
                """)
            let account = Account.ID(rawValue: number)
            let person = Person(id: .random(), account: account, details: details)
            try runner.run(
                """
                INSERT INTO person (account, id, sealed)
                VALUES (\(number), \(person.id.rawValue), \(try details.sealed(for: account, keys)))
                """)
            var profile = try runner.profile(of: guardian, taxonomy: taxonomy, keys)
            profile.watches = []
            profile.isCrossReactive = Profile().isCrossReactive
            profile.acceptsUnsure = Profile().acceptsUnsure
            try runner.insert(profile, of: account, keys)
            try runner.note(.personAdded, of: guardian.rawValue, at: now)
            runner.notify(of: CommittedChanges(accounts: [guardian]))
            try claim?.note(person.id.rawValue, keys, by: runner)
            return person
        }
    }

    /// Changes the details of a person.
    ///
    /// - Returns: `nil` when the guardian has no such person.
    /// - Throws: ``PersonRefusal``.
    package func changePerson(
        _ id: Person.ID, of guardian: Account.ID, to details: Person.Details
    ) async throws -> Person? {
        try await writeRows(locking: .account(guardian)) { [keys] runner in
            let persons = try runner.persons(of: guardian, keys)
            guard let former = persons.first(where: { $0.id == id }) else { return nil }
            try details.check(against: persons.filter { $0.id != id })
            let sealed = try details.sealed(for: former.account, keys)
            try runner.run(
                "UPDATE person SET sealed = \(sealed) WHERE account = \(former.account.rawValue)")
            runner.notify(of: CommittedChanges(accounts: [guardian]))
            return Person(id: id, account: former.account, details: details)
        }
    }

    /// An account's answers to the welcome quiz; `nil` when there are none.
    package func welcomeQuiz(of account: Account.ID) async throws -> WelcomeQuiz? {
        try await readRows { [keys] runner in
            let sealed = try runner.value(
                "SELECT sealed FROM welcomeQuiz WHERE account = \(account.rawValue)", as: Data.self)
            return try sealed.map { sealed in
                let bytes = try keys.open(sealed, field: QuizRow.field, of: .number(account.rawValue))
                return try JSONDecoder().decode(WelcomeQuiz.self, from: bytes)
            }
        }
    }

    /// Deletes an account's answers to the welcome quiz.
    ///
    /// The profile keeps what it took from them.
    package func removeWelcomeQuiz(of account: Account.ID) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM welcomeQuiz WHERE account = \(account.rawValue)")
        }
    }
}

extension QueryRunner {
    /// The persons in the care of an account's owner, in the order in which they were added.
    func persons(of guardian: Account.ID, _ keys: KeyRing) throws -> [Person] {
        try rows(
            """
            SELECT person.* FROM account JOIN person ON person.account = account.id
            WHERE account.guardian = \(guardian.rawValue) ORDER BY account.id
            """
        ).map { try Person(row: $0, keys) }
    }
}

enum QuizRow {
    static let field = SealedField("welcomeQuiz", "sealed")
}

/// The sealed part of a row of `person`, as JSON.
struct PersonText: Codable {
    static let field = SealedField("person", "sealed")

    let name: String
    let born: String?
}

extension Person {
    /// Reads a row of `person`.
    fileprivate init(row: QueryRow, _ keys: KeyRing) throws {
        try self.init(account: row["account"], id: row["id"], sealed: row["sealed"], keys)
    }

    init(account: Int64, id: String, sealed: Data, _ cipher: RowCipher) throws {
        try self.init(account: account, id: id, sealed: sealed, cipher.keys)
    }

    init(account: Int64, id: String, sealed: Data, _ keys: KeyRing) throws {
        let bytes = try keys.open(sealed, field: PersonText.field, of: .number(account))
        let text = try JSONDecoder().decode(PersonText.self, from: bytes)
        guard let details = Person.Details(name: text.name, born: text.born.flatMap { CivilDate($0) })
        else { preconditionFailure("the store holds a person without a name") }
        self.init(
            id: Person.ID(rawValue: id), account: Account.ID(rawValue: account), details: details)
    }
}

extension Person.Details {
    /// Refuses a name that another person of the guardian has, in any case.
    fileprivate func check(against others: [Person]) throws {
        guard !others.contains(where: { $0.name.lowercased() == name.lowercased() })
        else { throw PersonRefusal.knownName }
    }

    fileprivate func sealed(for account: Account.ID, _ keys: KeyRing) throws -> Data {
        let text = PersonText(name: name, born: born?.description)
        return try keys.seal(
            JSONEncoder().encode(text), field: PersonText.field, of: .number(account.rawValue))
    }
}
