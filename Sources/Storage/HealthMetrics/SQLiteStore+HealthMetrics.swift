package import Allergens
package import Foundation
import GRDB
package import HealthMetrics
package import People

extension SQLiteStore {
    /// The days of an account with what was measured, oldest first.
    package func metricDays(
        of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [MetricDay] {
        try await pool.read { [cipher] database in
            try MetricTransaction(account: account.rawValue, database: database, cipher: cipher).days(days)
        }
    }

    /// The values of a day that are still kept one by one, in the order of time.
    package func metrics(of account: Account.ID, on day: CivilDate) async throws -> [Metric] {
        try await pool.read { [cipher] database in
            let transaction = MetricTransaction(
                account: account.rawValue, database: database, cipher: cipher)
            let record = try transaction.record(day, hours: 0..<24)
            return record.hours.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// Keeps values and figures; when this returns, they are durable.
    ///
    /// - Parameters:
    ///   - batch: What was sent.
    ///   - account: The account of the person who was measured.
    ///   - token: The token by which a program sent it; `nil` for a person at a page.
    ///   - now: The present.
    /// - Returns: What was not kept, by its place in the batch.
    /// - Throws: An error of the database; then nothing has changed.
    package func keep(
        _ batch: MetricBatch, of account: Account.ID, from token: String?, at now: Date
    ) async throws -> MetricBatch.Refusals {
        try await sharedCommit.write(to: pool) { [cipher, taxonomy] database in
            let transaction = MetricTransaction(
                account: account.rawValue, database: database, cipher: cipher)
            let zone = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database).timeZone
            var intake = MetricIntake(batch, in: zone, at: now)
            for (day, hours) in intake.days {
                var record = try transaction.record(day, hours: hours)
                if intake.add(to: &record) { try transaction.save(record, at: now) }
            }
            if let plan = try transaction.plan?.plan { intake.compare(with: plan) }
            if intake.hasNews { try transaction.note(intake.crossings, at: now) }
            // A batch from which nothing is kept also shows that the feed is alive.
            if let token { try transaction.noteFeed(token, at: now) }
            return intake.refusals
        }
    }

    /// Deletes what was measured on a day.
    ///
    /// - Parameters:
    ///   - kind: Only this kind; `nil` for all.
    ///   - time: Only the values of this second; `nil` for all.
    ///   - account: The account of the person who was measured.
    ///   - day: The day.
    ///   - now: The present.
    /// - Returns: `false` when there is nothing of the kind.
    /// - Throws: An error of the database.
    package func removeMetrics(
        _ kind: MetricKind?, at time: Date?, of account: Account.ID, on day: CivilDate, now: Date
    ) async throws -> Bool {
        try await pool.write { [cipher] database in
            let transaction = MetricTransaction(
                account: account.rawValue, database: database, cipher: cipher)
            var record = try transaction.record(day, hours: 0..<24)
            guard record.remove(kind, at: time) else { return false }
            try transaction.save(record, at: now)
            return true
        }
    }

    /// What a person wants to be told.
    package func metricPlan(of account: Account.ID) async throws -> MetricPlan {
        try await pool.read { [cipher] database in
            try MetricTransaction(account: account.rawValue, database: database, cipher: cipher).plan?.plan
                ?? MetricPlan()
        }
    }

    /// Keeps what a person wants to be told, in place of what was kept before.
    package func keep(_ plan: MetricPlan, of account: Account.ID) async throws {
        try await sharedCommit.write(to: pool) { [cipher] database in
            let transaction = MetricTransaction(
                account: account.rawValue, database: database, cipher: cipher)
            let told = try transaction.plan?.told ?? [:]
            try transaction.save(MetricPlanRow(plan: plan, told: told))
        }
    }

    /// Deletes all that was measured of a person, and what the person wanted to be told.
    package func removeMetrics(of account: Account.ID) async throws {
        try await pool.write { database in
            for table in ["metricDay", "metricPlan", "metricNews", "metricFeed"] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account.rawValue])
            }
        }
    }
}
