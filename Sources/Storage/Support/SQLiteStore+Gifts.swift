package import Foundation
import GRDB
package import People

/// Voluntary payments.
extension SQLiteStore {
    /// Keeps what a provider of payments reports, whatever came first, and forgets old gifts.
    package func keep(_ event: PaymentEvent, at now: Date) async throws {
        try await pool.write { database in
            try database.execute(
                literal: "DELETE FROM gift WHERE received < \((now - Gift.lifetime).stored)")
            switch event {
            case .paid(let payment, let visit, let amount, let currency):
                try database.execute(
                    literal: """
                        INSERT INTO gift (payment, visit, amount, currency, received)
                        VALUES (\(payment), \(visit), \(amount), \(currency), \(now.stored))
                        ON CONFLICT (payment) DO UPDATE SET
                            visit = excluded.visit, amount = excluded.amount, currency = excluded.currency
                        """)
            case .receipt(let payment, let address):
                try database.execute(
                    literal: """
                        INSERT INTO gift (payment, receipt, received)
                        VALUES (\(payment), \(address.absoluteString), \(now.stored))
                        ON CONFLICT (payment) DO UPDATE SET receipt = excluded.receipt
                        """)
            }
        }
    }

    /// The gift of a visit to the provider's page; `nil` until the provider has reported it.
    package func gift(of visit: String) async throws -> Gift? {
        try await pool.read { database in
            try SQLRequest<Row>(literal: "SELECT * FROM gift WHERE visit = \(visit)").fetchOne(database).map {
                Gift(
                    visit: visit, amount: $0["amount"], currency: $0["currency"],
                    paid: Date(stored: $0["received"]),
                    receipt: ($0["receipt"] as String?).flatMap(URL.init(string:)))
            }
        }
    }
}
