import Allergens
import Foundation
import Observations

/// The weather of a batch, in which all values of a site and a period are one record.
struct WeatherGathering {
    private var records: [WeatherRecord] = []
    private var sites: [WeatherSite] = []
    /// The indices of ``sites``.
    private var numbers: [WeatherSite.ID: Int] = [:]
    private var places: [Key: (index: Int, line: Int)] = [:]

    private struct Key: Hashable {
        let site: Int
        let period: WeatherPeriod
        let isForecast: Bool
    }

    /// Adds a value.
    ///
    /// - Throws: `ReadingRejection.duplicate` if the batch has a value of the parameter for the same site and
    ///   period.
    mutating func keep(
        _ value: Double, of parameter: WeatherParameter, at site: WeatherSite, in period: WeatherPeriod,
        issued: Date?, line: Int
    ) throws(ReadingRejection) {
        let key = Key(site: number(of: site), period: period, isForecast: issued != nil)
        guard let (index, first) = places[key] else {
            places[key] = (records.count, line)
            var record = WeatherRecord(site: site.id, period: period, issued: issued)
            record.values[parameter] = value
            records.append(record)
            return
        }
        guard records[index].values[parameter] == nil else { throw .duplicate(ofLine: first) }
        records[index].values[parameter] = value
    }

    private mutating func number(of site: WeatherSite) -> Int {
        if let number = numbers[site.id] { return number }
        numbers[site.id] = sites.count
        sites.append(site)
        return sites.count - 1
    }

    /// Moves what was gathered into a batch, and begins anew.
    mutating func move(into batch: inout Submission) {
        (batch.weather, batch.weatherSites) = (records, sites)
        self = WeatherGathering()
    }
}

extension Intake {
    /// Checks a period of the weather at a site.
    func admit(
        _ period: WeatherPeriod, isForecast: Bool, in zone: TimeZone
    ) throws(ReadingRejection) {
        try WeatherRules.admit(
            period, isForecast: isForecast, today: CivilDate(at: now, in: zone), now: now)
    }
}

extension WeatherPeriod {
    /// The same period, if the weather has such.
    init?(_ period: Reading.Period) {
        switch period {
        case .day(let day): self = .day(day)
        case .hour(let end): self = .hour(ending: end)
        case .threeHours: return nil
        }
    }
}
