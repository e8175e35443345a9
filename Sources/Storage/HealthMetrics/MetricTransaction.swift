import Allergens
import Foundation
import GRDB
import HealthMetrics
import Sealing

/// Reads and writes the health values of one account within a transaction.
struct MetricTransaction {
    let account: Int64
    let runner: any QueryRunner
    let keys: KeyRing

    /// Keeps what a batch holds.
    ///
    /// - Parameters:
    ///   - batch: What was sent.
    ///   - zone: Where the person lives.
    ///   - token: The token by which a program sent it; `nil` for a person at a page.
    ///   - now: The present.
    /// - Returns: What was not kept, by its place in the batch.
    /// - Throws: An error of the database.
    func keep(
        _ batch: MetricBatch, in zone: TimeZone, from token: String?, at now: Date
    ) throws -> MetricBatch.Refusals {
        var intake = MetricIntake(batch, in: zone, at: now)
        for (day, hours) in intake.days {
            var record = try record(day, hours: hours)
            if intake.add(to: &record) { try save(record, at: now) }
        }
        if let plan = try plan?.plan { intake.compare(with: plan) }
        if intake.hasNews { try note(intake.crossings, at: now) }
        // A batch from which nothing is kept also shows that the feed is alive.
        if let token { try noteFeed(token, at: now) }
        return intake.refusals
    }

    /// A day with the values of some of its hours.
    func record(_ day: CivilDate, hours: some Collection<Int>) throws -> MetricRecord {
        let row = try runner.row(
            """
            SELECT day, sealed, isWhole FROM metricDay
            WHERE account = \(account) AND day = \(day.daysSinceEpoch)
            """)
        guard let row else { return MetricRecord(MetricDay(day), hours: [:]) }
        var found: [Int: [Metric]] = [:]
        for hour in hours { found[hour] = try metrics(day, hour) }
        return MetricRecord(try MetricDayRow.opened(row, of: account, keys), hours: found)
    }

    private func metrics(_ day: CivilDate, _ hour: Int) throws -> [Metric]? {
        let sealed: Data? = try runner.value(
            """
            SELECT sealed FROM metricHour
            WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND hour = \(hour)
            """)
        return try sealed.map { sealed in
            try MetricHourRow.seal.opened(sealed, at: MetricHourRow.row(account, day, hour), keys).metrics
        }
    }

    /// Keeps a day and those of its hours that were changed.
    func save(_ record: MetricRecord, at now: Date) throws {
        let day = record.day
        guard !day.isEmpty else {
            try runner.run(
                "DELETE FROM metricDay WHERE account = \(account) AND day = \(day.day.daysSinceEpoch)")
            return
        }
        let sealed = try MetricDayRow.seal.sealed(
            MetricDayRow(day), at: MetricDayRow.row(account, day.day), keys)
        try runner.run(
            """
            INSERT INTO metricDay (account, day, sealed)
            VALUES (\(account), \(day.day.daysSinceEpoch), \(sealed))
            ON CONFLICT (account, day) DO UPDATE SET sealed = excluded.sealed, isWhole = 1
            """)
        for hour in record.changed { try save(record.hours[hour] ?? [], day.day, hour, at: now) }
    }

    private func save(_ metrics: [Metric], _ day: CivilDate, _ hour: Int, at now: Date) throws {
        guard !metrics.isEmpty else {
            try runner.run(
                """
                DELETE FROM metricHour
                WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND hour = \(hour)
                """)
            return
        }
        let sealed = try MetricHourRow.seal.sealed(
            MetricHourRow(metrics), at: MetricHourRow.row(account, day, hour), keys)
        try runner.run(
            """
            INSERT INTO metricHour (account, day, hour, sealed, written)
            VALUES (\(account), \(day.daysSinceEpoch), \(hour), \(sealed), \(now.stored))
            ON CONFLICT (account, day, hour) DO UPDATE
                SET sealed = excluded.sealed, written = excluded.written
            """)
    }

    var plan: MetricPlanRow? {
        get throws {
            let sealed: Data? = try runner.value("SELECT sealed FROM metricPlan WHERE account = \(account)")
            return try sealed.map { try MetricPlanRow.seal.opened($0, at: .number(account), keys) }
        }
    }

    func save(_ plan: MetricPlanRow) throws {
        let sealed = try MetricPlanRow.seal.sealed(plan, at: .number(account), keys)
        try runner.run(
            """
            INSERT INTO metricPlan (account, sealed) VALUES (\(account), \(sealed))
            ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed
            """)
    }

    /// Notes that values came, and which of them lie outside of the person's bounds.
    func note(_ crossings: [MetricCrossing], at now: Date) throws {
        var news = try news ?? MetricNewsRow()
        news.add(crossings)
        let sealed = try MetricNewsRow.seal.sealed(news, at: .number(account), keys)
        try runner.run(
            """
            INSERT INTO metricNews (account, since, sealed) VALUES (\(account), \(now.stored), \(sealed))
            ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed
            """)
    }

    /// What came since the account was last looked at; `nil` if nothing did.
    var news: MetricNewsRow? {
        get throws {
            let sealed: Data? = try runner.value("SELECT sealed FROM metricNews WHERE account = \(account)")
            return try sealed.map { try MetricNewsRow.seal.opened($0, at: .number(account), keys) }
        }
    }

    func forgetNews() throws {
        try runner.run("DELETE FROM metricNews WHERE account = \(account)")
    }

    /// The days with what was measured.
    func days(_ days: ClosedRange<CivilDate>) throws -> [MetricDay] {
        try runner.rows(
            """
            SELECT day, sealed, isWhole FROM metricDay
            WHERE account = \(account)
                AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
            ORDER BY day
            """
        ).map { try MetricDayRow.opened($0, of: account, keys) }
    }

    /// Notes that a token has sent values.
    func noteFeed(_ token: String, at now: Date) throws {
        let day = CivilDate(at: now, in: .gmt).daysSinceEpoch
        try runner.run(
            """
            INSERT INTO metricFeed (account, token, last, lastDay, days)
            VALUES (\(account), \(token), \(now.stored), \(day), 1)
            ON CONFLICT (account, token) DO UPDATE SET
                last = excluded.last, told = NULL, lastDay = excluded.lastDay,
                days = CASE excluded.lastDay - metricFeed.lastDay
                    WHEN 0 THEN metricFeed.days WHEN 1 THEN metricFeed.days + 1 ELSE 1 END
            """)
    }
}

extension MetricTransaction {
    /// Reads and writes in a transaction of SQLite that is not written over ``QueryRunner``.
    init(account: Int64, database: Database, cipher: RowCipher) {
        self.init(account: account, runner: SQLiteRunner(database), keys: cipher.keys)
    }
}
