import Allergens
import Foundation
import GRDB
import HealthMetrics
import Sealing

/// Reads and writes the health values of one account within a transaction.
struct MetricTransaction {
    let account: Int64
    let database: Database
    let cipher: RowCipher

    /// A day with the values of some of its hours.
    func record(_ day: CivilDate, hours: some Collection<Int>) throws -> MetricRecord {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT day, sealed, isWhole FROM metricDay
                WHERE account = \(account) AND day = \(day.daysSinceEpoch)
                """, cached: true
        ).fetchOne(database)
        guard let row else { return MetricRecord(MetricDay(day), hours: [:]) }
        var found: [Int: [Metric]] = [:]
        for hour in hours { found[hour] = try metrics(day, hour) }
        return MetricRecord(try MetricDayRow.opened(row, of: account, cipher), hours: found)
    }

    private func metrics(_ day: CivilDate, _ hour: Int) throws -> [Metric]? {
        try SQLRequest<Data>(
            literal: """
                SELECT sealed FROM metricHour
                WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND hour = \(hour)
                """, cached: true
        ).fetchOne(database).map { sealed in
            try MetricHourRow.seal.opened(sealed, at: MetricHourRow.row(account, day, hour), cipher).metrics
        }
    }

    /// Keeps a day and those of its hours that were changed.
    func save(_ record: MetricRecord, at now: Date) throws {
        let day = record.day
        guard !day.isEmpty else {
            return try database.execute(
                literal: """
                    DELETE FROM metricDay WHERE account = \(account) AND day = \(day.day.daysSinceEpoch)
                    """)
        }
        let sealed = try MetricDayRow.seal.sealed(
            MetricDayRow(day), at: MetricDayRow.row(account, day.day), cipher)
        try database.cachedStatement(
            sql: """
                INSERT INTO metricDay (account, day, sealed) VALUES (?, ?, ?)
                ON CONFLICT (account, day) DO UPDATE SET sealed = excluded.sealed, isWhole = 1
                """
        ).execute(arguments: [account, day.day.daysSinceEpoch, sealed])
        for hour in record.changed { try save(record.hours[hour] ?? [], day.day, hour, at: now) }
    }

    private func save(_ metrics: [Metric], _ day: CivilDate, _ hour: Int, at now: Date) throws {
        guard !metrics.isEmpty else {
            return try database.execute(
                literal: """
                    DELETE FROM metricHour
                    WHERE account = \(account) AND day = \(day.daysSinceEpoch) AND hour = \(hour)
                    """)
        }
        let sealed = try MetricHourRow.seal.sealed(
            MetricHourRow(metrics), at: MetricHourRow.row(account, day, hour), cipher)
        try database.cachedStatement(
            sql: """
                INSERT INTO metricHour (account, day, hour, sealed, written) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (account, day, hour) DO UPDATE
                    SET sealed = excluded.sealed, written = excluded.written
                """
        ).execute(arguments: [account, day.daysSinceEpoch, hour, sealed, now.stored])
    }

    var plan: MetricPlanRow? {
        get throws {
            try SQLRequest<Data>(
                literal: "SELECT sealed FROM metricPlan WHERE account = \(account)", cached: true
            ).fetchOne(database).map {
                try MetricPlanRow.seal.opened($0, at: .number(account), cipher)
            }
        }
    }

    func save(_ plan: MetricPlanRow) throws {
        let sealed = try MetricPlanRow.seal.sealed(plan, at: .number(account), cipher)
        try database.execute(
            literal: """
                INSERT INTO metricPlan (account, sealed) VALUES (\(account), \(sealed))
                ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed
                """)
    }

    /// Notes that values came, and which of them lie outside of the person's bounds.
    func note(_ crossings: [MetricCrossing], at now: Date) throws {
        var news = try news ?? MetricNewsRow()
        news.add(crossings)
        let sealed = try MetricNewsRow.seal.sealed(news, at: .number(account), cipher)
        try database.execute(
            literal: """
                INSERT INTO metricNews (account, since, sealed) VALUES (\(account), \(now.stored), \(sealed))
                ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed
                """)
    }

    /// What came since the account was last looked at; `nil` if nothing did.
    var news: MetricNewsRow? {
        get throws {
            try SQLRequest<Data>(
                literal: "SELECT sealed FROM metricNews WHERE account = \(account)", cached: true
            ).fetchOne(database).map {
                try MetricNewsRow.seal.opened($0, at: .number(account), cipher)
            }
        }
    }

    func forgetNews() throws {
        try database.execute(literal: "DELETE FROM metricNews WHERE account = \(account)")
    }

    /// The days with what was measured.
    func days(_ days: ClosedRange<CivilDate>) throws -> [MetricDay] {
        try SQLRequest<Row>(
            literal: """
                SELECT day, sealed, isWhole FROM metricDay
                WHERE account = \(account)
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                ORDER BY day
                """, cached: true
        ).fetchAll(database).map { try MetricDayRow.opened($0, of: account, cipher) }
    }

    /// Notes that a token has sent values.
    func noteFeed(_ token: String, at now: Date) throws {
        let day = CivilDate(at: now, in: .gmt).daysSinceEpoch
        try database.execute(
            literal: """
                INSERT INTO metricFeed (account, token, last, lastDay, days)
                VALUES (\(account), \(token), \(now.stored), \(day), 1)
                ON CONFLICT (account, token) DO UPDATE SET
                    last = excluded.last, told = NULL, lastDay = excluded.lastDay,
                    days = CASE excluded.lastDay - metricFeed.lastDay
                        WHEN 0 THEN metricFeed.days WHEN 1 THEN metricFeed.days + 1 ELSE 1 END
                """)
    }
}
