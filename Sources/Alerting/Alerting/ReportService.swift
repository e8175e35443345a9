package import Alerts
package import Foundation
import Geography
import People

/// Takes in what people report, and what others make of it.
///
/// Reports of the same air nearby become one alert with a count: whoever was told of it is told nothing more,
/// and each report that joins lets it stand longer. The first report is kept and told in one transaction, unless
/// very many live there. One that joins, or is made where many live, is kept at once and told within moments,
/// together with others, by ``tellUntold(now:)``: looking through the fences of a city for each of two hundred
/// reports a second would leave no time for anything else.
package struct ReportService: Sendable {
    let store: any ReportStore
    let watcher: any LedgerObserver
    let rules: ReportRules
    private let crowds: ClosedRange<Int>
    /// Says that there may be reports to tell of; the first when the service begins.
    package let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// Fences near a report from which on it is told of after the commit: when others wait for the writer or to be told, and whoever
    /// waits.
    ///
    /// So many are some ten milliseconds of the writer, and a tenth of a second.
    package static let usualCrowds = 1_000...20_000

    package init(
        store: any ReportStore, watcher: any LedgerObserver, rules: ReportRules = .standard,
        crowds: ClosedRange<Int> = Self.usualCrowds
    ) {
        self.store = store
        self.watcher = watcher
        self.rules = rules
        self.crowds = crowds
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        signal.yield()
    }

    /// Keeps a report, as part of an alert nearby or as one of its own.
    ///
    /// An alert of its own concerns every other account with a fence that touches its public cell and watches one
    /// of its allergens; a report that names none concerns every fence that wants such reports.
    ///
    /// - Returns: The alert that it became or joined.
    /// - Throws: ``ReportRefusal``, and what the store throws.
    package func take(_ report: Report, at now: Date) async throws -> Alert {
        try await store.writeReports { [rules, crowds] transaction in
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
            return alert
        } committed: { [watcher, signal] _ in
            watcher.ledgerGrew()
            signal.yield()
        }
    }

    /// Reports of an alert that are looked at in one go.
    static let round = 1_000
    /// Accounts that are told before it is asked whether others wait for the writer: a few milliseconds.
    static let slice = 500
    /// Slices that are told in one transaction when nobody waits.
    static let slicesAtOnce = 8
    /// Alerts that are looked at before it is asked again which there are.
    static let alertsAtATime = 100

    /// Tells of all reports that nobody was told of yet; one at a time may do so.
    ///
    /// - Parameter now: Tells the time, which goes on while there is much to tell.
    /// - Throws: Why an alert could not be told of, after all others were.
    package func tellUntold(now: @escaping @Sendable () -> Date) async throws {
        while true {
            let alerts = try await store.untoldAlerts(limit: Self.alertsAtATime)
            guard !alerts.isEmpty else { return }
            var failure: (any Error)?
            for alert in alerts {
                do {
                    let untold = try await store.untoldReports(of: alert, at: now(), limit: Self.round)
                    if let untold { try await tell(untold, now: now) }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Has what could not be told tried again.
    package func lookAgain() { signal.yield() }

    /// Tells slice by slice, and lets others write between.
    ///
    /// The reports count as told of after the last slice: should the process end before, those who were told are left
    /// out when the fences are looked for again.
    private func tell(_ untold: UnannouncedReports, now: @escaping @Sendable () -> Date) async throws {
        var slices = untold.slices(of: Self.slice)[...]
        while !slices.isEmpty {
            let next = slices.prefix(Self.slicesAtOnce)
            let told = try await store.writeReports { transaction in
                try transaction.tell(next, of: untold.alert, at: now())
            } committed: { [watcher] told in
                if told != nil { watcher.ledgerGrew() }
            }
            guard let told else { break }
            slices = slices.dropFirst(told)
        }
        try await store.writeReports { transaction in
            try transaction.markTold(untold.reports, of: untold.alert)
        } committed: { _ in
        }
    }
}

extension ReportTransaction {
    /// Tells the owners of fences until others wait, at least those of the first slice.
    ///
    /// - Returns: How many slices were told; `nil` when the alert does not stand any more.
    fileprivate func tell(
        _ slices: ArraySlice<[Fence.Number]>, of alert: Alert.ID, at now: Date
    ) throws -> Int? {
        guard let alert = try self.alert(alert), alert.stands(at: now) else { return nil }
        for (place, slice) in slices.enumerated() {
            try tell(of: alert, concerned: slice, now: now)
            if othersWait { return place + 1 }
        }
        return slices.count
    }
}

extension UnannouncedReports {
    /// The fences of so many accounts at a time, all of an account together.
    func slices(of count: Int) -> [[Fence.Number]] {
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
    /// Raises an alert of its own, and tells whom it concerns.
    fileprivate func raise(
        _ report: Report, by rules: ReportRules, crowds: ClosedRange<Int>, at now: Date
    ) throws -> Alert {
        let alert = Alert(
            kind: .user, allergens: report.allergens, level: nil,
            publicPosition: report.position, sent: now,
            expires: rules.expiry(sent: now, saidAgain: now))
        try add(alert)
        try keep(report, in: alert.id, at: now)
        let isBusy = try othersWait || hasUntoldReports()
        let crowd = isBusy ? crowds.lowerBound : crowds.upperBound
        if try fences(near: report.position, upTo: crowd) < crowd {
            try tell(of: alert, at: report.position, except: report.account, now: now)
        } else {
            try postponeTelling(of: report, in: alert.id)
        }
        return try found(alert.id)
    }

    /// Adds a report to an alert, which then stands longer.
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

    /// Whether somebody can have come here from where the account reported last.
    fileprivate func checkWay(to report: Report, at now: Date) throws {
        guard let last = try latestReport(of: report.account, at: now) else { return }
        let metres = report.position.distance(to: last.position)
        guard metres > ReportRules.freeDistance else { return }
        let possible = last.sent.addingTimeInterval(metres / ReportRules.highestSpeed)
        guard now >= possible else { throw ReportRefusal.implausible(metres: metres, possible: possible) }
    }
}

extension Report {
    /// Whether it says the same as another one of its account.
    fileprivate func says(_ other: Report) -> Bool {
        allergens == other.allergens && symptoms == other.symptoms && comment == other.comment
            && position == other.position
    }
}
