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
        try await store.writeReports { try Self.remove(account, at: now, in: $0) }
    }

    /// The same for an administrator, in whose audit log it stands that they deleted an account.
    package func delete(_ account: Account.ID, by administrator: Account.ID, at now: Date) async throws {
        try await store.writeReports { transaction in
            try Self.remove(account, at: now, in: transaction)
            try transaction.noteDeletion(by: administrator, at: now)
        }
    }

    private static func remove(
        _ account: Account.ID, at now: Date, in transaction: any ReportTransaction
    ) throws {
        for former in try transaction.remove(account, at: now) { try transaction.cancel(former, at: now) }
    }
}
