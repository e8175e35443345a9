package import Allergens
package import Foundation
package import HealthMetrics
package import People

/// Stores health values.
package protocol MetricStore: Sendable {
    /// The days of an account with what was measured, oldest first.
    func metricDays(of account: Account.ID, _ days: ClosedRange<CivilDate>) async throws -> [MetricDay]
    /// The values of a day that are still kept one by one, in the order of time.
    func metrics(of account: Account.ID, on day: CivilDate) async throws -> [Metric]
    /// Keeps values and figures, and says what was not kept.
    func keep(
        _ batch: MetricBatch, of account: Account.ID, from token: String?, at now: Date
    ) async throws -> MetricBatch.Refusals
    /// Deletes what was measured of a kind or of all kinds, or the values of a second; `false` when there is
    /// nothing of the kind.
    func removeMetrics(
        _ kind: MetricKind?, at time: Date?, of account: Account.ID, on day: CivilDate, now: Date
    ) async throws -> Bool
    /// What a person wants to be told.
    func metricPlan(of account: Account.ID) async throws -> MetricPlan
    /// Keeps what a person wants to be told.
    func keep(_ plan: MetricPlan, of account: Account.ID) async throws
}
