package import Allergens
package import Foundation
package import HealthMetrics
package import People

/// What was measured of people.
extension RowStore {
    /// The days of an account with what was measured, oldest first.
    package func metricDays(
        of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [MetricDay] {
        try await readRows { [keys] runner in
            try MetricTransaction(account: account.rawValue, runner: runner, keys: keys).days(days)
        }
    }

    /// The values of a day that are still kept one by one, in the order of time.
    package func metrics(of account: Account.ID, on day: CivilDate) async throws -> [Metric] {
        try await readRows { [keys] runner in
            let transaction = MetricTransaction(
                account: account.rawValue, runner: runner, keys: keys)
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
        try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
            let zone = try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
            return try MetricTransaction(account: account.rawValue, runner: runner, keys: keys)
                .keep(batch, in: zone, from: token, at: now)
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
        try await writeRows(locking: .account(account)) { [keys] runner in
            let transaction = MetricTransaction(
                account: account.rawValue, runner: runner, keys: keys)
            var record = try transaction.record(day, hours: 0..<24)
            guard record.remove(kind, at: time) else { return false }
            try transaction.save(record, at: now)
            return true
        }
    }

    /// What a person wants to be told.
    package func metricPlan(of account: Account.ID) async throws -> MetricPlan {
        try await readRows { [keys] runner in
            try MetricTransaction(account: account.rawValue, runner: runner, keys: keys).plan?.plan
                ?? MetricPlan()
        }
    }

    /// Keeps what a person wants to be told, in place of what was kept before.
    package func keep(_ plan: MetricPlan, of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let transaction = MetricTransaction(
                account: account.rawValue, runner: runner, keys: keys)
            let told = try transaction.plan?.told ?? [:]
            try transaction.save(MetricPlanRow(plan: plan, told: told))
        }
    }

    /// Deletes all that was measured of a person, and what the person wanted to be told.
    package func removeMetrics(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { runner in
            for table in ["metricDay", "metricPlan", "metricNews", "metricFeed"] {
                try runner.run("DELETE FROM \(sql: table) WHERE account = \(account.rawValue)")
            }
        }
    }
}
