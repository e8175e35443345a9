package import Foundation
import GRDB
package import People
import Sealing

extension SQLiteStore {
    /// The answer that an account's request with an idempotency key was given.
    package func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer? {
        try await pool.read { [cipher] database in
            let row = try SQLRequest<Row>(
                literal: """
                    SELECT fingerprint, location, body FROM idempotentAnswer
                    WHERE account = \(account.rawValue) AND key = \(key)
                    """
            ).fetchOne(database)
            return try row.map { row in
                let place = AnswerRow.place(key, account.rawValue)
                return KeptAnswer(
                    fingerprint: try cipher.keys.open(
                        row["fingerprint"], field: AnswerRow.fingerprint, of: place),
                    location: row["location"],
                    body: try cipher.keys.open(row["body"], field: AnswerRow.body, of: place))
            }
        }
    }

    /// Stores an answer for a day, and deletes older ones.
    ///
    /// It takes the place of the claim that was noted with what the request created, but not of an answer: a
    /// claim holds an identifier, an answer a path.
    package func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws
    {
        try await pool.write { [cipher] database in
            try database.execute(
                literal: "DELETE FROM idempotentAnswer WHERE created < \(now.stored - 86_400)")
            let row = try AnswerRow(answer, to: key, of: account, cipher)
            try database.execute(
                literal: """
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
    func note(_ created: String, _ cipher: RowCipher, in database: Database) throws {
        let answer = KeptAnswer(fingerprint: fingerprint, location: created, body: Data())
        let row = try AnswerRow(answer, to: key, of: account, cipher)
        try database.execute(
            literal: """
                INSERT INTO idempotentAnswer (account, key, fingerprint, location, body, created)
                VALUES (
                    \(account.rawValue), \(key), \(row.fingerprint), \(created), \(row.body), \(made.stored))
                ON CONFLICT (account, key) DO NOTHING
                """)
        guard database.changesCount == 1 else { throw Taken() }
    }
}

/// The columns of a stored answer that repeat an account's request, which may say where the person lives.
struct AnswerRow {
    /// The hash of the request, from which the request could be guessed.
    static let fingerprint = SealedField("idempotentAnswer", "fingerprint")
    static let body = SealedField("idempotentAnswer", "body")

    let fingerprint: Data
    let body: Data

    init(_ answer: KeptAnswer, to key: String, of account: Account.ID, _ cipher: RowCipher) throws {
        let place = Self.place(key, account.rawValue)
        fingerprint = try cipher.keys.seal(answer.fingerprint, field: Self.fingerprint, of: place)
        body = try cipher.keys.seal(answer.body, field: Self.body, of: place)
    }

    static func place(_ key: String, _ account: Int64) -> SealedRow { .text("\(account) \(key)") }
}
