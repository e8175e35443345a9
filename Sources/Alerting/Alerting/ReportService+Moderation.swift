package import Alerts
package import Foundation
package import People

/// Flags and hides alerts that do not belong here.
extension ReportService {
    /// Records that an account thinks an alert does not belong here.
    ///
    /// The alert is hidden until a moderator has looked at it, once it has as many flags as supporters and at
    /// least ``ReportRules/flagsThatHide``: three strangers cannot silence a crowd.
    ///
    /// - Throws: ``ReportRefusal``, and the store's errors.
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
        }
    }

    /// Hides an alert or shows it again, and settles its flags.
    ///
    /// Hiding ends the alert: those who were notified of it learn that it is cancelled, and its comments and
    /// reporter are no longer shown. An alert that is shown again stays in force until it expires, if
    /// somebody still supports it; nobody is notified again.
    ///
    /// - Throws: ``ReportRefusal``, and the store's errors.
    package func setHidden(
        _ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date
    ) async throws {
        try await store.writeReports { transaction in
            let found = try transaction.reported(alert)
            if isHidden, found.stands(at: now) { try transaction.cancel(found, at: now) }
            try transaction.setHidden(isHidden, alert, by: actor, at: now)
        }
    }

    /// Takes back the latest decision about an alert, if this moderator made it.
    ///
    /// The alert is as hidden as it was before, and the flags that the decision settled are open again. As in
    /// ``setHidden(_:_:by:at:)``, nobody is notified again of an alert that is shown, and everybody who was
    /// notified learns that one is hidden.
    ///
    /// - Throws: ``ReportRefusal``, and the store's errors.
    package func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) async throws {
        try await store.writeReports { transaction in
            let found = try transaction.reported(alert)
            guard let isHidden = try transaction.takeBackDecision(on: alert, by: moderator, at: now)
            else { throw ReportRefusal.notDecided }
            if isHidden, found.stands(at: now) { try transaction.cancel(found, at: now) }
        }
    }
}
