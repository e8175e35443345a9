package import Alerts
package import Foundation
package import People

/// Lets subscribers go.
package struct AccountDesk: Sendable {
    private let archive: any ReportArchive
    private let watcher: any LedgerWatcher

    package init(archive: any ReportArchive, watcher: any LedgerWatcher) {
        self.archive = archive
        self.watcher = watcher
    }

    /// Deletes an account with everything of its own.
    ///
    /// An alert of its report that others reported or confirmed stands on without it. One that nobody else stands by
    /// is cancelled, and those who were told of it are told so.
    package func delete(_ account: Account.ID, at now: Date) async throws {
        try await archive.writeReports { transaction in
            for former in try transaction.remove(account, at: now) {
                try transaction.cancel(former, at: now)
            }
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}
