package import Allergens
package import Geography

/// A station's value for one allergen on one day: its reading or its forecast.
package struct DayValue: Hashable, Sendable {
    package let station: Station.ID
    package let position: Coordinate
    /// The station's altitude in metres above sea level, when known.
    package let altitude: Double?
    package let allergen: Allergen.ID
    /// The day of the value.
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    package let basis: Basis
    /// The interval of a modelled forecast, at a real or simulated station.
    package let interval: ForecastInterval?
    /// Whether a modelled forecast knew the weather of its day; `false` for everything else.
    package let knowsWeather: Bool

    package init(
        station: Station.ID, position: Coordinate, altitude: Double? = nil, allergen: Allergen.ID,
        day: CivilDate, value: Double, basis: Basis, interval: ForecastInterval? = nil,
        knowsWeather: Bool = false
    ) {
        self.station = station
        self.position = position
        self.altitude = altitude
        self.allergen = allergen
        self.day = day
        self.value = value
        self.basis = basis
        self.interval = interval
        self.knowsWeather = knowsWeather
    }
}
