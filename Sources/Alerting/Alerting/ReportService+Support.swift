package import Alerts
package import Foundation
package import Geography
package import People

/// Adds and withdraws support for an alert that people raised.
extension ReportService {
    /// Records that an account confirms an alert, and extends the alert.
    ///
    /// A repeated confirmation changes nothing. If the client sends the position of the confirming account,
    /// it is not stored.
    ///
    /// - Returns: The alert, and whether the account had not confirmed it before.
    /// - Throws: ``ReportRefusal``, and the store's errors.
    package func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?, at now: Date
    ) async throws -> (alert: Alert, isNew: Bool) {
        try await store.writeReports { [rules] transaction in
            let standing = try transaction.standing(alert, at: now)
            guard try transaction.report(of: account, in: alert) == nil else { throw ReportRefusal.own }
            if let position, standing.publicPosition.distance(to: position) > ReportRules.confirmationReach {
                throw ReportRefusal.tooFar
            }
            guard try transaction.confirm(alert, by: account, at: now) else { return (standing, false) }
            try transaction.admit(.confirmation, by: account, at: now)
            try transaction.note(.confirmation, by: account, from: nil, at: now)
            try transaction.extend(alert, until: rules.expiry(sent: standing.sent, saidAgain: now))
            return (try transaction.found(alert), true)
        }
    }

    /// Withdraws a confirmation, and ends the alert if nobody supports it any more.
    ///
    /// The expiry is not moved back, because others already know it.
    package func retractConfirmation(
        of alert: Alert.ID, by account: Account.ID, at now: Date
    ) async throws {
        try await store.writeReports { transaction in
            let found = try transaction.reported(alert)
            if try transaction.retractConfirmation(of: alert, by: account) {
                try transaction.endIfUnsupported(found, at: now)
            }
        }
    }

    /// Withdraws an account's own report.
    ///
    /// An alert without any report or confirmation left ends. Its queued messages are dropped, and those who
    /// were notified of it learn that it is cancelled.
    ///
    /// - Throws: ``ReportRefusal``, and the store's errors.
    package func withdraw(_ alert: Alert.ID, by account: Account.ID, at now: Date) async throws {
        try await store.writeReports { transaction in
            let found = try transaction.reported(alert)
            guard try transaction.withdrawReport(of: alert, by: account) else { throw ReportRefusal.notOwn }
            guard try found.stands(at: now) || transaction.isHidden(alert) else { throw ReportRefusal.over }
            try transaction.endIfUnsupported(found, at: now)
        }
    }
}

extension ReportTransaction {
    /// Refuses an act that an account performs too often.
    func admit(_ act: SubscriberAct, by account: Account.ID, at now: Date) throws {
        let times = try times(of: act, by: account, at: now)
        let waits = act.limits.compactMap { limit -> (limit: SubscriberAct.Limit, seconds: Int)? in
            guard times.count >= limit.acts else { return nil }
            let passed = now.timeIntervalSince(times[limit.acts - 1])
            let wait = Int((Double(limit.window) - passed).rounded(.up))
            return wait > 0 ? (limit, wait) : nil
        }
        guard let longest = waits.max(by: { $0.seconds < $1.seconds }) else { return }
        throw ReportRefusal.tooMany(act, longest.limit, retryAfter: longest.seconds)
    }

    /// The alert with an identifier, which must exist.
    func found(_ id: Alert.ID) throws -> Alert {
        guard let alert = try alert(id) else { throw ReportRefusal.unknownAlert }
        return alert
    }

    /// An alert that people raised.
    func reported(_ id: Alert.ID) throws -> Alert {
        let alert = try found(id)
        guard alert.kind == .user, alert.message != .cancel else { throw ReportRefusal.notReported }
        return alert
    }

    /// An alert that people raised and that is still in force.
    func standing(_ id: Alert.ID, at now: Date) throws -> Alert {
        let alert = try reported(id)
        guard alert.stands(at: now) else { throw ReportRefusal.over }
        return alert
    }

    fileprivate func endIfUnsupported(_ alert: Alert, at now: Date) throws {
        guard alert.stands(at: now), try found(alert.id).supporters == 0 else { return }
        try cancel(alert, at: now)
    }

    /// Ends an alert, drops its queued messages, and notifies everybody who was notified of it.
    func cancel(_ alert: Alert, at now: Date) throws {
        let cancellation = Alert(
            kind: .user, message: .cancel, reference: Alert.Reference(id: alert.id, sent: alert.sent),
            allergens: alert.allergens, level: nil, publicPosition: alert.publicPosition, sent: now,
            // The cancellation lives as long as the alert, so that late readers still learn that it is over.
            expires: max(alert.expires, now.addingTimeInterval(60)))
        try end(alert.id, at: now)
        try expireQueued(of: alert.id, at: now)
        try add(cancellation)
        try notify(of: cancellation, insteadOf: alert.id, now: now)
    }
}

extension Alert {
    func stands(at now: Date) -> Bool { ended == nil && expires > now }

    /// Those who reported or confirmed it.
    var supporters: Int { (testimony?.reports ?? 0) + (testimony?.confirmations ?? 0) }
}

extension Coordinate {
    /// The great-circle distance in metres.
    func distance(to other: Coordinate) -> Double {
        Earth.distance(ofSquaredChord: UnitVector(self).squaredChord(to: UnitVector(other)))
    }
}
