import Alerts
package import Allergens
import Foundation
import Geography
import Matching
import Observations

/// Decides which changed readings raise alerts, and for whom.
package struct AlertPolicy: Sendable {
    /// Days without a value above the threshold after which an announcement is forgotten.
    ///
    /// A station that falls silent and comes back raises an alert again. A weekend without counts is not a
    /// silence.
    static let memory = 7

    private let taxonomy: Taxonomy
    private let sampler: any FieldSampler

    package init(taxonomy: Taxonomy, sampler: any FieldSampler) {
        self.taxonomy = taxonomy
        self.sampler = sampler
    }

    /// What a batch changed.
    struct Changes {
        /// The changed days of each station, by allergen.
        private(set) var stations: [Allergen.ID: [Station.ID: Set<CivilDate>]] = [:]
        /// The days with a new forecast at each station, by allergen.
        private(set) var forecasts: [Allergen.ID: [Station.ID: Set<CivilDate>]] = [:]

        mutating func note(_ changed: Set<CivilDate>, of allergen: Allergen.ID, at station: Station.ID) {
            stations[allergen, default: [:]][station, default: []].formUnion(changed)
        }

        mutating func note(_ forecast: Forecast) {
            forecasts[forecast.allergen, default: [:]][forecast.station, default: []].insert(forecast.day)
        }
    }

    /// Raises the alerts that the changes require.
    func report(
        _ changes: Changes, in transaction: any StationAlertTransaction & ForecastTransaction, at now: Date
    ) throws {
        // Days end last at UTC−12 and begin first at UTC+14.
        let oldest = CivilDate(at: now, in: .gmt).adding(days: -2)
        for (id, stations) in changes.stations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let recent = stations.mapValues { $0.filter { $0 >= oldest } }.filter { !$0.value.isEmpty }
            guard !recent.isEmpty, let allergen = taxonomy[id],
                let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            let service = AllergenAlerts(
                allergen: allergen, bounds: bounds, sampler: sampler, transaction: transaction, now: now)
            try service.report(recent)
        }
        try followForecasts(changes, in: transaction, at: now)
    }

    /// Corrects alerts whose forecast is lower now, and schedules another round for fences that already had
    /// their round for a day whose forecast has changed.
    private func followForecasts(
        _ changes: Changes, in transaction: any StationAlertTransaction & ForecastTransaction, at now: Date
    ) throws {
        let today = CivilDate(at: now, in: .gmt)
        for (id, stations) in changes.forecasts {
            guard let allergen = taxonomy[id], let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            for (station, days) in stations {
                guard let station = try transaction.station(station) else { continue }
                let reach = max(
                    FenceValue.reach, sampler.field(of: allergen, on: today, among: []).reach)
                for day in days where (-1...2).contains(day.daysSinceEpoch - today.daysSinceEpoch) {
                    try ForecastAlerts(
                        allergen: allergen, bounds: bounds, day: day, sampler: sampler,
                        transaction: transaction, now: now
                    ).correct(at: station)
                    try transaction.reopenForecastRounds(
                        touching: BoundingBox(around: station.position, radius: reach), watching: id,
                        for: day,
                        at: now)
                }
            }
        }
    }
}
