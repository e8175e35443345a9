package import Foundation
package import People

/// Voluntary payments.
extension RowStore {
    /// Keeps what a provider of payments reports, whatever came first, and forgets old gifts.
    package func keep(_ event: PaymentEvent, at now: Date) async throws {
        try await writeRows(locking: .nothing) { runner in
            try runner.run("DELETE FROM gift WHERE received < \((now - Gift.lifetime).stored)")
            try runner.run(event.query(at: now))
        }
    }

    /// The gift of a visit to the provider's page; `nil` until the provider has reported it.
    package func gift(of visit: String) async throws -> Gift? {
        try await readRows { runner in
            let query: Query = "SELECT amount, currency, receipt, received FROM gift WHERE visit = \(visit)"
            return try runner.row(query).map { row in
                Gift(
                    visit: visit, amount: try row["amount"], currency: try row["currency"],
                    paid: Date(stored: try row["received"]),
                    receipt: (try row["receipt"] as String?).flatMap(URL.init(string:)))
            }
        }
    }
}

extension PaymentEvent {
    fileprivate func query(at now: Date) -> Query {
        switch self {
        case .paid(let payment, let visit, let amount, let currency):
            """
            INSERT INTO gift (payment, visit, amount, currency, received)
            VALUES (\(payment), \(visit), \(amount), \(currency), \(now.stored))
            ON CONFLICT (payment) DO UPDATE SET
                visit = excluded.visit, amount = excluded.amount, currency = excluded.currency
            """
        case .receipt(let payment, let address):
            """
            INSERT INTO gift (payment, receipt, received)
            VALUES (\(payment), \(address.absoluteString), \(now.stored))
            ON CONFLICT (payment) DO UPDATE SET receipt = excluded.receipt
            """
        }
    }
}
