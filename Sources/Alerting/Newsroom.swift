package import Allergens
import Foundation
import Geography
package import Matching

/// Judges which changed readings are news, and for whom.
package struct Newsroom: Sendable {
    /// After how many days without a value above the threshold an announcement is forgotten.
    ///
    /// A station that falls silent and comes back is news again; a weekend without counts is not a silence.
    static let memory = 7

    private let taxonomy: Taxonomy
    private let areas: AreaCache

    package init(taxonomy: Taxonomy, areas: AreaCache) {
        self.taxonomy = taxonomy
        self.areas = areas
    }

    /// What a batch changed.
    struct Changes {
        /// The newest changed day of each station, by allergen.
        private(set) var stations: [Allergen.ID: [Station.ID: CivilDate]] = [:]
        private(set) var days: [Allergen.ID: Set<CivilDate>] = [:]

        mutating func note(_ reading: Reading, day: CivilDate) {
            let newest = stations[reading.allergen]?[reading.station]
            stations[reading.allergen, default: [:]][reading.station] = max(day, newest ?? day)
            days[reading.allergen, default: []].insert(day)
        }

        mutating func note(_ forecast: Forecast) {
            days[forecast.allergen, default: []].insert(forecast.day)
        }
    }

    /// Raises the alerts that the changes call for.
    ///
    /// - Returns: The new entries of the ledger.
    func report(
        _ changes: Changes, in transaction: any AlertTransaction, at now: Date
    ) throws -> [LedgerEntry] {
        // The last place on Earth to end a day is at UTC−12, the first to begin one at UTC+14.
        let oldest = CivilDate(at: now, in: .gmt).adding(days: -2)
        var entries: [LedgerEntry] = []
        for (id, stations) in changes.stations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let recent = stations.filter { $0.value >= oldest }
            guard !recent.isEmpty, let allergen = taxonomy[id],
                let bounds = Scale.standard(for: allergen)?.bounds
            else { continue }
            let desk = AllergenNews(
                allergen: allergen, bounds: bounds, areas: areas, transaction: transaction, now: now)
            entries += try desk.report(recent)
        }
        return entries
    }
}
