package import Alerts
package import Allergens
package import Foundation
import Geography
import Matching
import People

/// Sends subscribers forecasts at the time of day that each has chosen.
package struct ForecastService: Sendable {
    /// Fences in one transaction: other writers wait at most a few hundredths of a second.
    private static let batch = 2_000

    private let store: any AlertStore
    private let taxonomy: Taxonomy
    private let sampler: any FieldSampler

    package init(
        store: any AlertStore, taxonomy: Taxonomy, sampler: any FieldSampler
    ) {
        self.store = store
        self.taxonomy = taxonomy
        self.sampler = sampler
    }

    /// Evaluates the forecast for every fence whose round is due.
    ///
    /// A round may be late because the service was not running or the clock jumped. It is then held if its
    /// day is not over, and skipped otherwise.
    ///
    /// - Returns: The number of fences that were evaluated or rescheduled.
    @discardableResult
    package func run(at now: Date) async throws -> Int {
        var total = 0
        while true {
            let count = try await store.write { [self] transaction in
                try hold(at: now, in: transaction)
            }
            total += count
            if count < Self.batch { return total }
        }
    }

    private func hold(at now: Date, in transaction: any ForecastTransaction & StationTransaction) throws
        -> Int
    {
        let rounds = try transaction.dueForecastRounds(at: now, limit: Self.batch)
        var days: [CivilDate: [Fence.Number]] = [:]
        var schedule: [Fence.Number: (day: CivilDate?, next: Date)] = [:]
        for round in rounds {
            let calendar = LocalCalendar(round.timeZone)
            let today = calendar.day(at: now)
            let isHeld = round.due <= now && calendar.day(at: round.due) == today
            let day = today.adding(days: round.round.daysAhead)
            if isHeld { days[day, default: []].append(round.fence) }
            schedule[round.fence] = (
                day: isHeld ? day : nil, next: calendar.next(round.round.time, after: now)
            )
        }
        for (day, fences) in days.sorted(by: { $0.key < $1.key }) {
            for id in try transaction.allergensForecast(for: day) {
                guard let allergen = taxonomy[id], let bounds = Scale.standard(for: allergen)?.bounds
                else { continue }
                let news = ForecastAlerts(
                    allergen: allergen, bounds: bounds, day: day, sampler: sampler, transaction: transaction,
                    now: now)
                try news.report(to: fences)
            }
        }
        try transaction.schedule(schedule)
        return rounds.count
    }
}
