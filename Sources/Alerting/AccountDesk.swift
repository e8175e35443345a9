package import Allergens
package import Foundation

/// Lets subscribers go.
package struct AccountDesk: Sendable {
    private let archive: any AlertArchive
    private let watcher: any LedgerWatcher

    package init(archive: any AlertArchive, watcher: any LedgerWatcher) {
        self.archive = archive
        self.watcher = watcher
    }

    /// Deletes an account with everything of its own.
    ///
    /// An alert of its report that others reported or confirmed stands on without it. One that nobody else stands by
    /// is cancelled, and those who were told of it are told so.
    package func delete(_ account: Account.ID, at now: Date) async throws {
        try await archive.write { transaction in
            for former in try transaction.remove(account, at: now) {
                let cancellation = Alert(cancelling: former, at: now)
                try transaction.add(cancellation)
                try transaction.end(former.id, at: now)
                try transaction.tell(of: cancellation, insteadOf: former.id, now: now)
            }
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}

extension Alert {
    /// The end of a report that nobody stands by.
    fileprivate init(cancelling former: Alert, at now: Date) {
        self.init(
            kind: former.kind, message: .cancel, reference: Reference(id: former.id, sent: former.sent),
            allergens: former.allergens, level: former.level, publicPosition: former.publicPosition,
            sent: now,
            expires: max(former.expires, now.addingTimeInterval(60)))
    }
}
