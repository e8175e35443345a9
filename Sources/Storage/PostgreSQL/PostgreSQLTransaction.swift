package import Alerts
import Allergens
import Foundation
import Observations
import People

/// One transaction that raises alerts.
///
/// It has all alerts, reports and the ledger to itself, as in SQLite, where there is one writer.
final class PostgreSQLTransaction: RowTransaction, StoreTransaction, ReportTransaction {
    let server: PostgreSQLRunner
    let taxonomy: Taxonomy
    let cipher: RowCipher
    let claim: AnswerClaim?
    /// Where acts of this program wait for their turn.
    private let gate: Gate?
    var changes = CommittedChanges()
    var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]

    init(
        _ server: PostgreSQLRunner, taxonomy: Taxonomy, cipher: RowCipher, claim: AnswerClaim? = nil,
        gate: Gate? = nil
    ) {
        (self.server, self.taxonomy, self.cipher) = (server, taxonomy, cipher)
        (self.claim, self.gate) = (claim, gate)
    }

    var runner: any QueryRunner { server }

    var othersWait: Bool {
        get throws { try gate?.isAwaited == true || server.othersWaitForAlerts() }
    }
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
        try await writeOnServer(locking: .alerts) { [taxonomy, cipher, gate = gates[.alerts]] server in
            let transaction = PostgreSQLTransaction(
                server, taxonomy: taxonomy, cipher: cipher, claim: claim, gate: gate)
            let outcome = try acts(transaction)
            server.notify(of: transaction.changes)
            return outcome
        }
    }
}
