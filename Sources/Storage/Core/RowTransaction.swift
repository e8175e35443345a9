import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People

/// One transaction that raises alerts, in either database: what is written once holds for both.
///
/// Matches of fences and the ledger have a form for each database, and so has the insertion of many readings.
protocol RowTransaction: AnyObject {
    var runner: any QueryRunner { get }
    var taxonomy: Taxonomy { get }
    var cipher: RowCipher { get }
    /// What it changed so far, for the observers of the store.
    var changes: CommittedChanges { get set }
    var claim: AnswerClaim? { get }
    /// Makes rounds due again that checked a day's forecast before it changed.
    func reopenForecastRounds(
        touching box: BoundingBox, watching allergen: Allergen.ID, for day: CivilDate, at now: Date
    ) throws
    /// The number of an alert that was added.
    func number(of alert: Alert.ID) throws -> Int64
    /// The stations that were looked up.
    var stations: [Station.ID: (number: Int64, timeZone: TimeZone)] { get set }
}

extension RowTransaction {
    func claim(for alert: Alert.ID) throws { try claim?.note(alert.rawValue, cipher.keys, by: runner) }

    func station(_ id: Station.ID) throws -> Station? { try runner.station(id) }

    func newestValues(of allergen: Allergen.ID, until day: CivilDate) throws -> [DayValue] {
        try runner.newestValues(of: allergen, in: day.adding(days: -1)...day, taxonomy: taxonomy)
    }

    func value(of allergen: Allergen.ID, at station: Station.ID, on day: CivilDate) throws -> DayValue? {
        try runner.newestValues(of: allergen, in: day...day, taxonomy: taxonomy).first {
            $0.station == station
        }
    }

    func forecasts(of allergen: Allergen.ID, for day: CivilDate) throws -> [DayValue] {
        try runner.forecasts(of: allergen, for: day, taxonomy: taxonomy)
    }

    func numbered(_ id: Station.ID) throws -> (number: Int64, timeZone: TimeZone) {
        if let known = stations[id] { return known }
        let row = try runner.row("SELECT number, timeZone FROM station WHERE id = \(id.rawValue)")
        guard let row, let timeZone = TimeZone(identifier: try row["timeZone"])
        else { throw ReadingRejection.unknownStation }
        let found: (number: Int64, timeZone: TimeZone) = (try row["number"], timeZone)
        stations[id] = found
        return found
    }

    func code(of allergen: Allergen.ID) throws -> Int {
        guard let code = taxonomy[allergen]?.code else { throw ReadingRejection.unknownAllergen }
        return code
    }
}
