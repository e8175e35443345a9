package import Alerts
import Allergens
import Foundation
import Observations
import People

/// One transaction that raises alerts.
///
/// It has all alerts, reports and the ledger to itself, as in SQLite, where there is one writer.
final class PostgreSQLTransaction: RowTransaction, StoreTransaction, ReportTransaction {
    let runner: any QueryRunner
    let taxonomy: Taxonomy
    let cipher: RowCipher
    let claim: AnswerClaim?
    var changes = CommittedChanges()
    var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]

    init(_ runner: any QueryRunner, taxonomy: Taxonomy, cipher: RowCipher, claim: AnswerClaim? = nil) {
        (self.runner, self.taxonomy, self.cipher, self.claim) = (runner, taxonomy, cipher, claim)
    }

    /// Nothing is known of others that wait, so a long act is as short as its caller makes it.
    var othersWait: Bool { true }
}

extension PostgreSQLStore: AlertStore, ReportStore {
    package func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await transact { try acts($0) }
    }

    package func writeReports<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any ReportTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await transact(claim: AnswerClaim.current) { try acts($0) }
    }

    /// Runs acts in one transaction, and notifies the observers of what they changed.
    func transact<Outcome: Sendable>(
        claim: AnswerClaim? = nil, _ acts: @escaping @Sendable (PostgreSQLTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await writeRows(locking: .alerts) { [taxonomy, cipher] runner in
            let transaction = PostgreSQLTransaction(runner, taxonomy: taxonomy, cipher: cipher, claim: claim)
            let outcome = try acts(transaction)
            runner.notify(of: transaction.changes)
            return outcome
        }
    }
}
