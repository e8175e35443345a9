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
    private let line: SharedTransaction?
    var changes = CommittedChanges()
    var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] = [:]
    /// The numbers of the alerts that it has added.
    private var added: [Alert.ID: Int64] = [:]
    /// The added alerts that nobody has been notified of yet.
    var untold: Set<Int64> = []

    init(
        _ server: PostgreSQLRunner, taxonomy: Taxonomy, cipher: RowCipher, claim: AnswerClaim? = nil,
        line: SharedTransaction? = nil
    ) {
        (self.server, self.taxonomy, self.cipher) = (server, taxonomy, cipher)
        (self.claim, self.line) = (claim, line)
    }

    var runner: any QueryRunner { server }

    /// Adds an alert and its box, and asks the server once.
    func add(_ alert: Alert) throws {
        let number = try runner.insertedNumber(
            """
            WITH added AS (\(insertion(of: alert))),
                box AS (\(insertion(ofBoxOf: alert, numbered: "(SELECT number FROM added)")))
            SELECT number FROM added
            """)
        added[alert.id] = number
        untold.insert(number)
    }

    func number(of alert: Alert.ID) throws -> Int64 {
        if let number = added[alert] { return number }
        return try storedNumber(of: alert)
    }

    var othersWait: Bool {
        get throws { try (line?.waitingCount ?? 0) > 0 || server.othersWaitForAlerts() }
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

    /// Runs acts in one transaction, shared with those of other callers, and notifies the observers of what they changed.
    func transact<Outcome: Sendable>(
        claim: AnswerClaim? = nil, _ acts: @escaping @Sendable (PostgreSQLTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await writeOnServer(locking: .alerts) { [taxonomy, cipher, alerting] server in
            let transaction = PostgreSQLTransaction(
                server, taxonomy: taxonomy, cipher: cipher, claim: claim, line: alerting)
            let outcome = try acts(transaction)
            server.notify(of: transaction.changes)
            return outcome
        }
    }
}
