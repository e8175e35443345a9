package import Alerts
package import Foundation
import Geography
import People

/// Accepts people's reports, and what others say about them.
///
/// Reports of the same air nearby become one alert with a count. Subscribers who were notified of the alert
/// are not notified again, and each report that joins extends it.
///
/// The first report is stored and sent to subscribers in one transaction, unless very many live there. A
/// report that joins an alert, or that is made where many live, is stored at once. ``announceReports(now:)``
/// notifies subscribers of it within moments, together with others: searching the fences of a city for each
/// of two hundred reports a second would leave no time for anything else.
package struct ReportService: Sendable {
    let store: any ReportStore
    let rules: ReportRules
    private let crowds: ClosedRange<Int>
    /// Signals that reports may be waiting to be announced, and once at the start.
    package let wakeSignal = WakeSignal()

    /// If a report has this many nearby fences, subscribers are notified after the commit, so that other
    /// writers do not wait.
    ///
    /// The lower bound applies while other writers or other reports are waiting, the upper bound at all other
    /// times. So many fences take the writer about ten milliseconds and a tenth of a second, respectively.
    package static let usualCrowds = 1_000...20_000

    package init(
        store: any ReportStore, rules: ReportRules = .standard,
        crowds: ClosedRange<Int> = Self.usualCrowds
    ) {
        self.store = store
        self.rules = rules
        self.crowds = crowds
        wakeSignal.wake()
    }

    /// Stores a report, as part of an alert nearby or as a new alert.
    ///
    /// A new alert concerns every other account with a fence that touches the report's public cell and
    /// watches one of its allergens. A report without allergens concerns every fence that accepts such
    /// reports.
    ///
    /// - Returns: The alert that the report raised or joined.
    /// - Throws: ``ReportRefusal``, and the store's errors.
    package func receive(_ report: Report, at now: Date) async throws -> Alert {
        let alert = try await store.writeReports { [rules, crowds] transaction in
            try transaction.admit(.report, by: report.account, at: now)
            try transaction.checkWay(to: report, at: now)
            let alert =
                if let cluster = try transaction.cluster(
                    for: report, within: ReportRules.clusterRadius, at: now)
                {
                    try transaction.join(report, to: cluster, by: rules, at: now)
                } else {
                    try transaction.raise(
                        report, by: rules, crowds: crowds, at: now)
                }
            try transaction.note(.report, by: report.account, from: report.position, at: now)
            try transaction.claim(for: alert.id)
            return alert
        }
        wakeSignal.wake()
        return alert
    }

    /// Reports of an alert that are handled in one pass.
    static let round = 1_000
    /// Accounts that are notified before checking whether others wait for the writer: a few milliseconds.
    static let slice = 500
    /// Slices in one transaction when nobody waits.
    static let slicesAtOnce = 8
    /// How often the fences around a report are searched.
    static let searches = 10
    /// Alerts that are handled before the list is read again.
    static let alertsAtATime = 100

    /// Notifies subscribers of all reports that were not announced yet; only one call may run at a time.
    ///
    /// - Parameter now: Returns the time, which passes while there is much to send.
    /// - Throws: The last alert's error, after all other alerts were handled.
    package func announceReports(now: @escaping @Sendable () -> Date) async throws {
        while true {
            let alerts = try await store.unannouncedAlerts(limit: Self.alertsAtATime)
            guard !alerts.isEmpty else { return }
            var failure: (any Error)?
            for alert in alerts {
                do {
                    let unannounced = try await store.unannouncedReports(
                        of: alert, at: now(), limit: Self.round)
                    if let unannounced { try await tell(unannounced, now: now) }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Retries reports that could not be announced.
    package func lookAgain() { wakeSignal.wake() }

    /// Notifies subscribers of reports, and marks the reports as announced.
    ///
    /// If the process ends before that, subscribers who were already notified are left out when the fences are
    /// searched again. So are they when fences changed meanwhile: the search is repeated until no fence has
    /// changed, up to ``searches`` times, so that nobody who keeps changing a fence holds up the others.
    private func tell(_ unannounced: UnannouncedReports, now: @escaping @Sendable () -> Date) async throws {
        var owners = unannounced.owners
        var newest = unannounced.newestFence
        for _ in 0..<Self.searches {
            let stands = try await tell(owners, of: unannounced.alert, now: now)
            guard stands, try await store.newestFence() != newest,
                let found = try await store.unannouncedReports(
                    of: unannounced.alert, at: now(), limit: Self.round)
            else { break }
            owners = found.owners.filter { $0.fence.rawValue > newest.rawValue }
            newest = found.newestFence
        }
        try await store.writeReports { transaction in
            try transaction.markAnnounced(unannounced.reports, of: unannounced.alert)
        }
    }

    /// Notifies owners of fences slice by slice, and lets others write in between.
    ///
    /// - Returns: Whether the alert still stands, as far as that was asked.
    private func tell(
        _ owners: [UnannouncedReports.Owner], of alert: Alert.ID, now: @escaping @Sendable () -> Date
    ) async throws -> Bool {
        var slices = UnannouncedReports.slices(of: owners, each: Self.slice)[...]
        while !slices.isEmpty {
            let next = slices.prefix(Self.slicesAtOnce)
            let told = try await store.writeReports { transaction in
                try transaction.tell(next, of: alert, at: now())
            }
            guard let told else { return false }
            slices = slices.dropFirst(told)
        }
        return true
    }
}

extension ReportTransaction {
    /// Notifies the owners of fences until others wait; always completes the first slice.
    ///
    /// - Returns: The number of slices that were handled; `nil` when the alert is no longer in force.
    fileprivate func tell(
        _ slices: ArraySlice<[Fence.Number]>, of alert: Alert.ID, at now: Date
    ) throws -> Int? {
        guard let alert = try self.alert(alert), alert.stands(at: now) else { return nil }
        for (place, slice) in slices.enumerated() {
            try notify(of: alert, concerned: slice, now: now)
            if try othersWait { return place + 1 }
        }
        return slices.count
    }
}

extension UnannouncedReports {
    /// Splits the fences into slices of `count` accounts; an account's fences stay together.
    static func slices(of owners: [Owner], each count: Int) -> [[Fence.Number]] {
        var slices: [[Fence.Number]] = []
        var accounts = 0
        var last: Account.ID?
        for owner in owners {
            if owner.account != last {
                if accounts % count == 0 { slices.append([]) }
                accounts += 1
                last = owner.account
            }
            slices[slices.count - 1].append(owner.fence)
        }
        return slices
    }
}

extension ReportTransaction {
    /// Raises a new alert and notifies those concerned.
    fileprivate func raise(
        _ report: Report, by rules: ReportRules, crowds: ClosedRange<Int>, at now: Date
    ) throws -> Alert {
        let alert = Alert(
            kind: .user, allergens: report.allergens, level: nil,
            publicPosition: report.position, sent: now,
            expires: rules.expiry(sent: now, saidAgain: now))
        try add(alert)
        try keep(report, in: alert.id, at: now)
        let isBusy = try othersWait || hasUnannouncedReports()
        let crowd = isBusy ? crowds.lowerBound : crowds.upperBound
        if try fences(near: report.position, upTo: crowd) < crowd {
            try notify(of: alert, at: report.position, except: report.account, now: now)
        } else {
            try postponeAnnouncement(of: report, in: alert.id)
        }
        return try found(alert.id)
    }

    /// Adds a report to an alert and extends it.
    fileprivate func join(
        _ report: Report, to cluster: Alert.Reference, by rules: ReportRules, at now: Date
    ) throws -> Alert {
        if let former = try self.report(of: report.account, in: cluster.id),
            report.says(former.report), now < former.sent.addingTimeInterval(ReportRules.duplicateWindow)
        {
            throw ReportRefusal.duplicate(cluster.id)
        }
        try join(report, to: cluster.id, at: now)
        try extend(cluster.id, until: rules.expiry(sent: cluster.sent, saidAgain: now))
        return try found(cluster.id)
    }

    /// Refuses a report if nobody could have travelled here from where the account last reported.
    fileprivate func checkWay(to report: Report, at now: Date) throws {
        guard let last = try latestReport(of: report.account, at: now) else { return }
        let metres = report.position.distance(to: last.position)
        guard metres > ReportRules.freeDistance else { return }
        let possible = last.sent.addingTimeInterval(metres / ReportRules.highestSpeed)
        guard now >= possible else { throw ReportRefusal.implausible(metres: metres, possible: possible) }
    }
}

extension Report {
    /// Whether it says the same as another report by its account.
    fileprivate func says(_ other: Report) -> Bool {
        allergens == other.allergens && symptoms == other.symptoms && strength == other.strength
            && comment == other.comment && position == other.position
    }
}
