import Allergens
import Foundation
import Observations

/// `GET /v1/weather`.
struct WeatherWire: Encodable {
    let now: WeatherEntryWire?
    let today: WeatherEntryWire?
    let tomorrow: WeatherEntryWire?
    /// The hours of today and tomorrow, if they were asked for.
    let hours: [WeatherEntryWire]?
    /// What today's weather means for the pollen in the air.
    let meaning: WeatherMeaningWire?
    /// The unit of each parameter.
    let units: [String: String]

    init(_ outlook: WeatherOutlook, in system: UnitSystem, withHours: Bool) {
        func wire(_ entry: WeatherEntry) -> WeatherEntryWire { WeatherEntryWire(entry, in: system) }
        now = outlook.now.map(wire)
        today = outlook.today.map(wire)
        tomorrow = outlook.tomorrow.map(wire)
        meaning = outlook.meaning.map(WeatherMeaningWire.init)
        hours = withHours ? outlook.hours.map(wire) : nil
        units = Dictionary(
            uniqueKeysWithValues: WeatherParameter.allCases.map {
                ($0.rawValue, system.unit(of: $0).rawValue)
            })
    }
}

/// A meaning of the weather, with its source.
struct WeatherMeaningWire: Encodable {
    let code: WeatherMeaning
    let source: String

    init(_ meaning: WeatherMeaning) {
        code = meaning
        source = WeatherMeaning.source
    }
}

/// The weather of an hour or a day.
struct WeatherEntryWire: Encodable {
    let basis: Basis
    /// The end of the hour.
    let time: Date?
    let day: String?
    /// When the forecast was issued.
    let issued: Date?
    let site: WeatherSiteWire
    /// The known values.
    let values: [String: Double]

    init(_ entry: WeatherEntry, in system: UnitSystem) {
        basis = entry.issued == nil ? .measured : .forecast
        issued = entry.issued
        switch entry.period {
        case .hour(let end): (time, day) = (end, nil)
        case .day(let date): (time, day) = (nil, date.description)
        }
        site = WeatherSiteWire(entry.site, at: entry.distance)
        let pairs = WeatherParameter.allCases.compactMap { parameter in
            entry.values[parameter].map { (parameter.rawValue, system.value(of: $0, parameter)) }
        }
        values = Dictionary(uniqueKeysWithValues: pairs)
    }
}

/// Where the weather is from.
struct WeatherSiteWire: Encodable {
    let id: String
    let name: String
    let kind: WeatherSite.Kind
    /// The distance from the place in whole metres.
    let distance: Int
    let altitude: Double?
    let timeZone: String
    let attribution: String?

    init(_ site: WeatherSite, at distance: Double) {
        id = site.id.rawValue
        name = site.name
        kind = site.kind
        self.distance = Int(distance.rounded())
        altitude = site.altitude
        timeZone = site.timeZone.identifier
        attribution = site.attribution
    }
}
