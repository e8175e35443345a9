package import Alerts
package import Allergens
package import Foundation
import Geography
import Matching
package import Observations
import People

/// Sends subscribers forecasts at the time of day that each has chosen.
package struct ForecastService: Sendable {
    /// Fences in one transaction: other writers wait at most a few hundredths of a second.
    private static let batch = 2_000
    /// Stations in one transaction, for the same reason.
    private static let stationBatch = 200

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

    /// Corrects the alerts about modelled forecasts that are lower now, or withdrawn.
    ///
    /// - Parameters:
    ///   - changes: The days with a changed forecast at each station.
    ///   - id: The allergen.
    ///   - now: The time of the corrections.
    /// - Throws: Errors of the store.
    package func correct(
        _ changes: [Station.ID: Set<CivilDate>], of id: Allergen.ID, at now: Date
    ) async throws {
        guard let allergen = taxonomy[id], let bounds = Scale.standard(for: allergen)?.bounds else { return }
        let stations = Array(changes.keys.sorted())
        for start in stride(from: 0, to: stations.count, by: Self.stationBatch) {
            let part = stations[start..<min(start + Self.stationBatch, stations.count)]
            try await store.write { [sampler] transaction in
                for id in part {
                    guard let station = try transaction.station(id) else { continue }
                    for day in changes[id, default: []].sorted() {
                        try ForecastAlerts(
                            allergen: allergen, bounds: bounds, day: day, sampler: sampler,
                            transaction: transaction, now: now
                        ).correct(at: station)
                    }
                }
            }
        }
    }

    private func hold(
        at now: Date, in transaction: any ForecastTransaction & StationAlertTransaction
    ) throws -> Int {
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
