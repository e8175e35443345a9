package import Alerts
package import Foundation
package import People

/// What does not belong here is hidden.
extension ReportService {
    /// Notes that somebody thinks that an alert does not belong here.
    ///
    /// Flags of as many accounts as stand by it, and of ``ReportRules/flagsThatHide`` at least, hide it until
    /// a moderator has looked: three strangers cannot silence a crowd.
    ///
    /// - Throws: ``ReportRefusal``, and what the store throws.
    package func flag(
        _ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date
    ) async throws {
        try await store.writeReports { transaction in
            let standing = try transaction.standing(alert, at: now)
            guard try transaction.report(of: account, in: alert) == nil else { throw ReportRefusal.own }
            try transaction.admit(.flag, by: account, at: now)
            try transaction.note(.flag, by: account, from: nil, at: now)
            let flags = try transaction.flag(alert, by: account, as: reason, at: now)
            guard flags >= max(ReportRules.flagsThatHide, standing.supporters) else { return }
            try transaction.cancel(standing, at: now)
            try transaction.setHidden(true, alert, by: .flags, at: now)
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }

    /// Hides an alert or shows it again, and settles its flags.
    ///
    /// Hiding ends it: those who were told of it are told that it is cancelled, and nobody sees its comments
    /// and reporter any more. One that is shown again stands until it expires, if somebody still stands by
    /// it; nobody is told again.
    ///
    /// - Throws: ``ReportRefusal``, and what the store throws.
    package func setHidden(
        _ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date
    ) async throws {
        try await store.writeReports { transaction in
            let found = try transaction.reported(alert)
            if isHidden, found.stands(at: now) { try transaction.cancel(found, at: now) }
            try transaction.setHidden(isHidden, alert, by: actor, at: now)
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}
