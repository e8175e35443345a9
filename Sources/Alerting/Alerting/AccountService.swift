package import Alerts
package import Foundation
package import People

/// Deletes subscribers' accounts.
package struct AccountService: Sendable {
    private let store: any ReportStore

    package init(store: any ReportStore) { self.store = store }

    /// Deletes an account and everything that belongs to it, and ends its open streams.
    ///
    /// If the account reported an alert that others also reported or confirmed, the alert stays in force. If
    /// nobody else supports it, it is cancelled, and its recipients are notified of that.
    package func delete(_ account: Account.ID, at now: Date) async throws {
        try await store.writeReports { transaction in
            for former in try transaction.remove(account, at: now) {
                try transaction.cancel(former, at: now)
            }
        }
    }
}
