package import Alerts
package import Foundation
package import People

/// Deletes subscribers' accounts.
package struct AccountService: Sendable {
    private let store: any ReportStore
    private let watcher: any LedgerObserver

    package init(store: any ReportStore, watcher: any LedgerObserver) {
        self.store = store
        self.watcher = watcher
    }

    /// Deletes an account and everything that belongs to it.
    ///
    /// If the account reported an alert that others also reported or confirmed, the alert stays in force. If
    /// nobody else supports it, it is cancelled, and its recipients are notified of that.
    package func delete(_ account: Account.ID, at now: Date) async throws {
        try await store.writeReports { transaction in
            for former in try transaction.remove(account, at: now) {
                try transaction.cancel(former, at: now)
            }
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}
