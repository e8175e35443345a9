package import Allergens
package import Foundation
import GRDB

extension Archive {
    /// The answer that was given to an account's request with an idempotency key.
    package func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT fingerprint, location, body FROM idempotentAnswer
                    WHERE account = \(account.rawValue) AND key = \(key)
                    """
            ).fetchOne(database).map {
                KeptAnswer(fingerprint: $0["fingerprint"], location: $0["location"], body: $0["body"])
            }
        }
    }

    /// Remembers an answer for a day, and forgets those that are older.
    package func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws
    {
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM idempotentAnswer WHERE created < \(now.stored - 86_400)")
            try database.execute(
                literal: """
                    INSERT INTO idempotentAnswer (account, key, fingerprint, location, body, created)
                    VALUES (
                        \(account.rawValue), \(key), \(answer.fingerprint), \(answer.location),
                        \(answer.body), \(now.stored))
                    ON CONFLICT (account, key) DO NOTHING
                    """)
        }
    }
}
