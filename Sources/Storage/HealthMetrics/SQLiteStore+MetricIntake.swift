package import Foundation
import GRDB
package import HealthMetrics
package import People

extension SQLiteStore {
    /// Keeps values and figures; when this returns, they are durable.
    ///
    /// - Parameters:
    ///   - batch: What was sent.
    ///   - account: The account of the person who was measured.
    ///   - token: The token by which a program sent it; `nil` for a person at a page.
    ///   - now: The present.
    /// - Returns: What was not kept, by its place in the batch.
    /// - Throws: An error of the database; then nothing has changed.
    package func keep(
        _ batch: MetricBatch, of account: Account.ID, from token: String?, at now: Date
    ) async throws -> MetricBatch.Refusals {
        try await sharedCommit.write(to: pool) { [cipher, taxonomy] database in
            let transaction = MetricTransaction(
                account: account.rawValue, database: database, cipher: cipher)
            let zone = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database).timeZone
            return try transaction.keep(batch, in: zone, from: token, at: now)
        }
    }
}
