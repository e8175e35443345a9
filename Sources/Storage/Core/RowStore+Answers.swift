package import Foundation
import GRDB
package import People
import Sealing

extension RowStore {
    /// The answer that an account's request with an idempotency key was given, once it is durable with all that
    /// the request changed: who gets it will not ask again.
    package func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer? {
        let answer: KeptAnswer? = try await readRows { [keys] runner in
            let row = try runner.row(
                """
                SELECT fingerprint, location, body FROM idempotentAnswer
                WHERE account = \(account.rawValue) AND key = \(key)
                """)
            return try row.map { row in
                let place = AnswerRow.place(key, account.rawValue)
                return KeptAnswer(
                    fingerprint: try keys.open(row["fingerprint"], field: AnswerRow.fingerprint, of: place),
                    location: try row["location"],
                    body: try keys.open(row["body"], field: AnswerRow.body, of: place))
            }
        }
        if answer != nil { try await confirmRows(of: account) }
        return answer
    }

    /// Stores an answer for a day, and deletes older ones.
    ///
    /// It takes the place of the claim that was noted with what the request created, but not of an answer: a
    /// claim holds an identifier, an answer a path.
    package func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws
    {
        try await writeRows(locking: .nothing) { [keys] runner in
            try runner.run("DELETE FROM idempotentAnswer WHERE created < \(now.stored - 86_400)")
            let row = try AnswerRow(answer, to: key, of: account, keys)
            try runner.run(
                """
                INSERT INTO idempotentAnswer (account, key, fingerprint, location, body, created)
                VALUES (
                    \(account.rawValue), \(key), \(row.fingerprint), \(answer.location), \(row.body),
                    \(now.stored))
                ON CONFLICT (account, key) DO UPDATE
                SET fingerprint = excluded.fingerprint, location = excluded.location, body = excluded.body
                WHERE substr(idempotentAnswer.location, 1, 1) <> '/'
                """)
        }
    }
}

extension AnswerClaim {
    /// Notes the claim with what the request has created, in the same transaction.
    ///
    /// - Throws: ``AnswerClaim/Taken`` when another request has used the key.
    func note(_ created: String, _ keys: KeyRing, by runner: any QueryRunner) throws {
        let answer = KeptAnswer(fingerprint: fingerprint, location: created, body: Data())
        let row = try AnswerRow(answer, to: key, of: account, keys)
        let count = try runner.run(
            """
            INSERT INTO idempotentAnswer (account, key, fingerprint, location, body, created)
            VALUES (
                \(account.rawValue), \(key), \(row.fingerprint), \(created), \(row.body), \(made.stored))
            ON CONFLICT (account, key) DO NOTHING
            """)
        guard count == 1 else { throw Taken() }
    }

    /// Notes the claim in a transaction of SQLite that is not written over ``QueryRunner``.
    ///
    /// - Throws: ``AnswerClaim/Taken`` when another request has used the key.
    func note(_ created: String, _ cipher: RowCipher, in database: Database) throws {
        try note(created, cipher.keys, by: SQLiteRunner(database))
    }
}

/// The columns of a stored answer that repeat an account's request, which may say where the person lives.
struct AnswerRow {
    /// The hash of the request, from which the request could be guessed.
    static let fingerprint = SealedField("idempotentAnswer", "fingerprint")
    static let body = SealedField("idempotentAnswer", "body")

    let fingerprint: Data
    let body: Data

    init(_ answer: KeptAnswer, to key: String, of account: Account.ID, _ keys: KeyRing) throws {
        let place = Self.place(key, account.rawValue)
        fingerprint = try keys.seal(answer.fingerprint, field: Self.fingerprint, of: place)
        body = try keys.seal(answer.body, field: Self.body, of: place)
    }

    static func place(_ key: String, _ account: Int64) -> SealedRow { .text("\(account) \(key)") }
}
