import Allergens
import Foundation
import HealthMetrics
import People

@testable import API

/// The health values of some accounts, whose days are those of UTC.
struct InMemoryMetrics: MetricStore {
    private struct Key: Hashable {
        let account: Account.ID
        let day: CivilDate
    }

    private let records = Guarded<[Key: MetricRecord]>([:])
    private let plans = Guarded<[Account.ID: MetricPlan]>([:])

    func metricDays(of account: Account.ID, _ days: ClosedRange<CivilDate>) async throws -> [MetricDay] {
        records.value.filter { $0.key.account == account && days.contains($0.key.day) }.map(\.value.day)
            .sorted { $0.day < $1.day }
    }

    func metrics(of account: Account.ID, on day: CivilDate) async throws -> [Metric] {
        let hours = records.value[Key(account: account, day: day)]?.hours ?? [:]
        return hours.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    func keep(
        _ batch: MetricBatch, of account: Account.ID, from token: String?, at now: Date
    ) async throws -> MetricBatch.Refusals {
        records.change { records in
            var intake = MetricIntake(batch, in: .gmt, at: now)
            for day in intake.days.keys {
                let key = Key(account: account, day: day)
                var record = records[key] ?? MetricRecord(MetricDay(day), hours: [:])
                if intake.add(to: &record) { records[key] = record }
            }
            return intake.refusals
        }
    }

    func removeMetrics(
        _ kind: MetricKind?, at time: Date?, of account: Account.ID, on day: CivilDate, now: Date
    ) async throws -> Bool {
        records.change { records in
            let key = Key(account: account, day: day)
            let isRemoved = records[key]?.remove(kind, at: time) ?? false
            if records[key]?.day.isEmpty == true { records[key] = nil }
            return isRemoved
        }
    }

    func metricPlan(of account: Account.ID) async throws -> MetricPlan {
        plans.value[account] ?? MetricPlan()
    }

    func keep(_ plan: MetricPlan, of account: Account.ID) async throws {
        plans.change { $0[account] = plan }
    }
}
