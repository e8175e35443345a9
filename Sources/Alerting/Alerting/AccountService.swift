package import Alerts
package import Foundation
package import People

/// Lets subscribers go.
package struct AccountService: Sendable {
    private let store: any ReportStore
    private let watcher: any LedgerObserver

    package init(store: any ReportStore, watcher: any LedgerObserver) {
        self.store = store
        self.watcher = watcher
    }

    /// Deletes an account with everything of its own.
    ///
    /// An alert of its report that others reported or confirmed stands on without it. One that nobody else stands by
    /// is cancelled, and those who were told of it are told so.
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
