import Alerts
import Allergens
package import Foundation
import GRDB
package import People
import Sealing

extension SQLiteStore {
    /// The persons in the care of an account's owner, in the order in which they were added.
    package func persons(of guardian: Account.ID) async throws -> [Person] {
        try await pool.read { [cipher] database in
            try Self.persons(of: guardian, cipher, in: database)
        }
    }

    static func persons(
        of guardian: Account.ID, _ cipher: RowCipher, in database: Database
    ) throws -> [Person] {
        try SQLRequest<Row>(
            literal: """
                SELECT person.* FROM account JOIN person ON person.account = account.id
                WHERE account.guardian = \(guardian.rawValue) ORDER BY account.id
                """, cached: true
        ).fetchAll(database).map { try Person(row: $0, cipher) }
    }

    /// A person; `nil` when the person does not exist or has another guardian.
    package func person(_ id: Person.ID, of guardian: Account.ID) async throws -> Person? {
        try await pool.read { [cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT person.* FROM person JOIN account ON account.id = person.account
                    WHERE person.id = \(id.rawValue) AND account.guardian = \(guardian.rawValue)
                    """, cached: true
            ).fetchOne(database).map { try Person(row: $0, cipher) }
        }
    }

    /// Adds a person.
    ///
    /// The new profile takes the guardian's language, tone, units and times, and watches nothing yet.
    ///
    /// - Throws: ``PersonRefusal``; `DatabaseError` when the guardian does not exist or is a person.
    package func addPerson(
        _ details: Person.Details, to guardian: Account.ID, at now: Date
    ) async throws -> Person {
        try await pool.write { [cipher, taxonomy, notifier, claim = AnswerClaim.current] database in
            let others = try Self.persons(of: guardian, cipher, in: database)
            guard others.count < Person.limit else { throw PersonRefusal.tooMany }
            try Self.check(details, against: others)
            // No user name contains this character.
            let name = "~\(UUID().uuidString.lowercased())"
            let number = try database.insertedNumber(
                """
                INSERT INTO account (name, created, guardian) VALUES (\(name), \(now.stored), \(guardian.rawValue))
                RETURNING id
                """)
            let account = Account.ID(rawValue: number)
            let person = Person(id: .random(), account: account, details: details)
            let sealed = try details.sealed(for: account, cipher)
            try database.execute(
                literal: """
                    INSERT INTO person (account, id, sealed)
                    VALUES (\(account.rawValue), \(person.id.rawValue), \(sealed))
                    """)
            var profile = try Self.profile(of: guardian, taxonomy: taxonomy, cipher, in: database)
            profile.watches = []
            profile.isCrossReactive = Profile().isCrossReactive
            profile.acceptsUnsure = Profile().acceptsUnsure
            try Self.insert(profile, of: account, cipher, into: database)
            try Self.note(.personAdded, of: guardian.rawValue, at: now, in: database)
            notifier.notify(of: CommittedChanges(accounts: [guardian]), after: database)
            try claim?.note(person.id.rawValue, cipher, in: database)
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
        try await pool.write { [cipher, notifier] database in
            let persons = try Self.persons(of: guardian, cipher, in: database)
            guard let former = persons.first(where: { $0.id == id }) else { return nil }
            try Self.check(details, against: persons.filter { $0.id != id })
            let sealed = try details.sealed(for: former.account, cipher)
            try database.execute(
                literal: "UPDATE person SET sealed = \(sealed) WHERE account = \(former.account.rawValue)")
            notifier.notify(of: CommittedChanges(accounts: [guardian]), after: database)
            return Person(id: id, account: former.account, details: details)
        }
    }

    private static func check(_ details: Person.Details, against others: [Person]) throws {
        guard !others.contains(where: { $0.name.lowercased() == details.name.lowercased() })
        else { throw PersonRefusal.knownName }
    }
}

extension SQLiteStore {
    /// An account's answers to the welcome quiz; `nil` when there are none.
    package func welcomeQuiz(of account: Account.ID) async throws -> WelcomeQuiz? {
        try await pool.read { [cipher] database in
            let sealed = try SQLRequest<Data>(
                literal: "SELECT sealed FROM welcomeQuiz WHERE account = \(account.rawValue)", cached: true
            ).fetchOne(database)
            return try sealed.map { sealed in
                let bytes = try cipher.keys.open(
                    sealed, field: QuizRow.field, of: .number(account.rawValue))
                return try JSONDecoder().decode(WelcomeQuiz.self, from: bytes)
            }
        }
    }

    /// Deletes an account's answers to the welcome quiz.
    ///
    /// The profile keeps what it took from them.
    package func removeWelcomeQuiz(of account: Account.ID) async throws {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM welcomeQuiz WHERE account = \(account.rawValue)")
        }
    }

    /// Replaces the answers to the welcome quiz, and applies them to the profile, which alerts follow.
    ///
    /// - Returns: The profile.
    package func keep(_ quiz: WelcomeQuiz, of account: Account.ID, at now: Date) async throws -> Profile {
        try await pool.write { [cipher, taxonomy] database in
            let sealed = try cipher.keys.seal(
                JSONEncoder().encode(quiz), field: QuizRow.field, of: .number(account.rawValue))
            try database.execute(
                literal: """
                    INSERT INTO welcomeQuiz (account, sealed, answered)
                    VALUES (\(account.rawValue), \(sealed), \(now.stored))
                    ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, answered = excluded.answered
                    """)
            var profile = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database)
            profile.take(quiz, in: taxonomy)
            try Self.keep(profile, of: account, at: now, taxonomy: taxonomy, cipher, in: database)
            return profile
        }
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
    init(row: Row, _ cipher: RowCipher) throws {
        try self.init(account: row["account"], id: row["id"], sealed: row["sealed"], cipher)
    }

    init(account: Int64, id: String, sealed: Data, _ cipher: RowCipher) throws {
        let bytes = try cipher.keys.open(sealed, field: PersonText.field, of: .number(account))
        let text = try JSONDecoder().decode(PersonText.self, from: bytes)
        guard let details = Person.Details(name: text.name, born: text.born.flatMap { CivilDate($0) })
        else { preconditionFailure("the store holds a person without a name") }
        self.init(
            id: Person.ID(rawValue: id), account: Account.ID(rawValue: account), details: details)
    }
}

extension Person.Details {
    fileprivate func sealed(for account: Account.ID, _ cipher: RowCipher) throws -> Data {
        let text = PersonText(name: name, born: born?.description)
        return try cipher.keys.seal(
            JSONEncoder().encode(text), field: PersonText.field, of: .number(account.rawValue))
    }
}
