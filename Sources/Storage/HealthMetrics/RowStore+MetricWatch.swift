import Alerts
import Allergens
package import Foundation
import HealthMetrics
import People

/// Notices about health values, which people have asked for.
extension RowStore {
    /// Sends each notice that people asked for once.
    ///
    /// What came in the span is looked at; what comes later belongs to the next one. Each account is a
    /// transaction of its own, so that a program that ends in between goes on where it was.
    ///
    /// - Parameters:
    ///   - end: The end of the span, which does not belong to it.
    ///   - now: The present.
    /// - Returns: The number of notices.
    /// - Throws: An error of the database; what was told before stays told.
    package func watchMetrics(before end: Date, at now: Date) async throws -> Int {
        let accounts = try await readRows { runner in
            try runner.rows("SELECT account FROM metricNews WHERE since < \(end.stored) ORDER BY since")
                .map { Account.ID(rawValue: try $0["account"]) }
        }
        var count = 0
        for account in accounts {
            count += try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
                let transaction = MetricTransaction(account: account.rawValue, runner: runner, keys: keys)
                let matters = try transaction.matters(at: now) {
                    try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
                }
                for matter in matters { try transaction.tell(transaction.counted(matter, at: now), at: now) }
                return matters.count
            }
        }
        return try await count + tellOfSilence(at: now)
    }

    /// Notifies people of daily feeds that have fallen silent.
    private func tellOfSilence(at now: Date) async throws -> Int {
        let latest = now.addingTimeInterval(-Double(MetricPlan.silences.lowerBound) * 3_600)
        let feeds = try await readRows { try $0.silentFeeds(since: latest) }
        var count = 0
        for feed in feeds {
            count += try await writeRows(locking: .account(feed.account)) { [keys] runner in
                let transaction = MetricTransaction(
                    account: feed.account.rawValue, runner: runner, keys: keys)
                guard let matter = try transaction.silence(of: feed, at: now) else { return 0 }
                try transaction.tell(matter, at: now)
                return 1
            }
        }
        return count
    }
}

/// A feed that came daily, and from which nothing has come for a while.
private struct SilentFeed: Sendable {
    /// How many days in a row a feed has sent something before its silence means anything.
    static let regularDays = 3

    let account: Account.ID
    let token: String
    let last: Date
}

extension QueryRunner {
    /// The daily feeds whose owners do not know yet that nothing has come since a time.
    fileprivate func silentFeeds(since latest: Date) throws -> [SilentFeed] {
        try rows(
            """
            SELECT account, token, last FROM metricFeed
            WHERE told IS NULL AND last < \(latest.stored) AND days >= \(SilentFeed.regularDays)
            """
        ).map { row in
            SilentFeed(
                account: Account.ID(rawValue: try row["account"]), token: try row["token"],
                last: Date(stored: try row["last"]))
        }
    }
}

extension MetricTransaction {
    /// The notices for the values that arrived; after this they count as sent.
    fileprivate func matters(at now: Date, zone: () throws -> TimeZone) throws -> [Notice.Matter] {
        guard let news = try news else { return [] }
        try forgetNews()
        var row = try plan ?? MetricPlanRow(plan: MetricPlan())
        let outside = Dictionary(grouping: news.crossings, by: \.kind).sorted {
            $0.key.rawValue < $1.key.rawValue
        }.map { kind, crossings in
            Notice.Matter.metricOutside(words: row.plan.bounds[kind]?.words ?? "", crossings)
        }
        guard row.plan.comparesWithPast else { return outside }
        let today = CivilDate(at: now, in: try zone())
        let days = try days(today.adding(days: -MetricComparison.span)...today)
        let unusual = MetricKind.allCases.filter { row.told[$0] != today.daysSinceEpoch }
            .compactMap { MetricComparison.unusual($0, on: days, today: today) }
        if !unusual.isEmpty {
            for comparison in unusual { row.told[comparison.kind] = today.daysSinceEpoch }
            try save(row)
        }
        return outside + unusual.map(Notice.Matter.metricUnusual)
    }

    /// A notice of values outside of their bounds, as one of many if many were raised before it.
    fileprivate func counted(_ matter: Notice.Matter, at now: Date) throws -> Notice.Matter {
        guard case .metricOutside(let words, let crossings) = matter else { return matter }
        let start = now.addingTimeInterval(-Notice.many.span).stored
        let before = try runner.rows(
            "SELECT sealed FROM notice WHERE account = \(account) AND raised > \(start)"
        ).count { row in
            switch try NoticeRow.opened(try row["sealed"], of: account, keys) {
            case .metricOutside, .metricOutsideOften: true
            case .linkOpened, .linkLocked, .metricUnusual, .feedSilent, .alertFlagged, .article,
                .studyMessage:
                false
            }
        }
        return before < Notice.many.count ? matter : .metricOutsideOften(words: words, crossings)
    }

    /// The notice of a feed's silence, which counts as sent after this; `nil` if the person wants none, or the feed
    /// has sent something meanwhile.
    fileprivate func silence(of feed: SilentFeed, at now: Date) throws -> Notice.Matter? {
        let plan = try plan?.plan ?? MetricPlan()
        guard let silence = plan.silence, feed.last < now.addingTimeInterval(-Double(silence) * 3_600)
        else { return nil }
        let count = try runner.run(
            """
            UPDATE metricFeed SET told = \(now.stored)
            WHERE account = \(account) AND token = \(feed.token) AND last = \(feed.last.stored)
            """)
        guard count == 1 else { return nil }
        let token = try runner.row("SELECT tokenLabel FROM credential WHERE id = \(feed.token)")
        let label: Data? = try token.flatMap { try $0["tokenLabel"] as Data? }
        return .feedSilent(
            label: try TokenLabel.opened(label, of: feed.token, keys) ?? feed.token, since: feed.last)
    }

    /// Notifies the person.
    fileprivate func tell(_ matter: Notice.Matter, at now: Date) throws {
        try runner.raise(Notice(matter, raised: now), for: account, keys)
    }
}
