import Alerts
import Allergens
package import Foundation
import GRDB
import HealthMetrics
import People

extension SQLiteStore {
    /// How many days in a row a feed has sent something before its silence means anything.
    private static let regularDays = 3

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
        let accounts = try await pool.read { database in
            try SQLRequest<Int64>(
                literal: "SELECT account FROM metricNews WHERE since < \(end.stored) ORDER BY since",
                cached: true
            ).fetchAll(database)
        }
        var count = 0
        for account in accounts {
            count += try await pool.write { [cipher, taxonomy, notifier] database in
                let transaction = MetricTransaction(account: account, database: database, cipher: cipher)
                let matters = try Self.matters(
                    of: transaction, at: now,
                    zone: {
                        try Self.profile(
                            of: Account.ID(rawValue: account), taxonomy: taxonomy, cipher, in: database
                        ).timeZone
                    })
                for matter in matters {
                    let matter = try Self.counted(matter, of: account, cipher, at: now, in: database)
                    try Self.raise(
                        Notice(matter, raised: now), for: account, cipher, notifier, in: database)
                }
                return matters.count
            }
        }
        return try await count + tellOfSilence(at: now)
    }

    /// The notices for the values that arrived; after this they count as sent.
    private static func matters(
        of transaction: MetricTransaction, at now: Date, zone: () throws -> TimeZone
    ) throws -> [Notice.Matter] {
        guard let news = try transaction.news else { return [] }
        try transaction.forgetNews()
        var row = try transaction.plan ?? MetricPlanRow(plan: MetricPlan())
        let outside = Dictionary(grouping: news.crossings, by: \.kind).sorted {
            $0.key.rawValue < $1.key.rawValue
        }.map { kind, crossings in
            Notice.Matter.metricOutside(words: row.plan.bounds[kind]?.words ?? "", crossings)
        }
        guard row.plan.comparesWithPast else { return outside }
        let today = CivilDate(at: now, in: try zone())
        let days = try transaction.days(today.adding(days: -MetricComparison.span)...today)
        let unusual = MetricKind.allCases.filter { row.told[$0] != today.daysSinceEpoch }
            .compactMap { MetricComparison.unusual($0, on: days, today: today) }
        if !unusual.isEmpty {
            for comparison in unusual { row.told[comparison.kind] = today.daysSinceEpoch }
            try transaction.save(row)
        }
        return outside + unusual.map(Notice.Matter.metricUnusual)
    }

    /// A notice of values outside of their bounds, as one of many if many were raised before it.
    private static func counted(
        _ matter: Notice.Matter, of account: Int64, _ cipher: RowCipher, at now: Date, in database: Database
    ) throws -> Notice.Matter {
        guard case .metricOutside(let words, let crossings) = matter else { return matter }
        let start = now.addingTimeInterval(-Notice.many.span).stored
        let before = try SQLRequest<Data>(
            literal: "SELECT sealed FROM notice WHERE account = \(account) AND raised > \(start)",
            cached: true
        ).fetchAll(database).count { sealed in
            switch try NoticeRow.opened(sealed, of: account, cipher) {
            case .metricOutside, .metricOutsideOften: true
            case .linkOpened, .linkLocked, .metricUnusual, .feedSilent, .alertFlagged, .article,
                .studyMessage:
                false
            }
        }
        return before < Notice.many.count ? matter : .metricOutsideOften(words: words, crossings)
    }

    private struct SilentFeed {
        let account: Int64
        let token: String
        let last: Date
    }

    /// Notifies people of daily feeds that have fallen silent.
    private func tellOfSilence(at now: Date) async throws -> Int {
        let latest = now.addingTimeInterval(-Double(MetricPlan.silences.lowerBound) * 3_600)
        let silent: SQL = """
            SELECT account, token, last FROM metricFeed
            WHERE told IS NULL AND last < \(latest.stored) AND days >= \(Self.regularDays)
            """
        let feeds = try await pool.read { database in
            try SQLRequest<Row>(literal: silent, cached: true).fetchAll(database).map {
                SilentFeed(account: $0["account"], token: $0["token"], last: Date(stored: $0["last"]))
            }
        }
        var count = 0
        for feed in feeds {
            let (account, token, last) = (feed.account, feed.token, feed.last)
            count += try await pool.write { [cipher, notifier] database in
                let transaction = MetricTransaction(account: account, database: database, cipher: cipher)
                let plan = try transaction.plan?.plan ?? MetricPlan()
                guard let silence = plan.silence, last < now.addingTimeInterval(-Double(silence) * 3_600)
                else { return 0 }
                try database.execute(
                    literal: """
                        UPDATE metricFeed SET told = \(now.stored)
                        WHERE account = \(account) AND token = \(token) AND last = \(last.stored)
                        """)
                guard database.changesCount == 1 else { return 0 }
                let label = try Data.fetchOne(
                    database, sql: "SELECT tokenLabel FROM credential WHERE id = ?", arguments: [token])
                let matter = Notice.Matter.feedSilent(
                    label: try TokenLabel.opened(label, of: token, cipher.keys) ?? token, since: last)
                try Self.raise(
                    Notice(matter, raised: now), for: account, cipher, notifier, in: database)
                return 1
            }
        }
        return count
    }

    /// Marks the days whose values are about to be deleted.
    static func noteLoss(of hours: SQL, in database: Database) throws {
        try database.execute(
            literal: """
                UPDATE metricDay SET isWhole = 0
                WHERE (account, day) IN (SELECT account, day FROM (\(hours)) AS lost)
                """)
    }
}
