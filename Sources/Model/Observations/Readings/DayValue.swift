package import Allergens
package import Geography

/// What a station has to say about one allergen on one day: its reading, or its forecast.
package struct DayValue: Hashable, Sendable {
    package let station: Station.ID
    package let position: Coordinate
    /// The station's metres above sea level, when known.
    package let altitude: Double?
    package let allergen: Allergen.ID
    /// The day that the value is for.
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    package let basis: Basis
    /// Between what the value will lie, when it is a modelled forecast, be the station real or simulated.
    package let interval: ForecastInterval?

    package init(
        station: Station.ID, position: Coordinate, altitude: Double? = nil, allergen: Allergen.ID,
        day: CivilDate, value: Double, basis: Basis, interval: ForecastInterval? = nil
    ) {
        self.station = station
        self.position = position
        self.altitude = altitude
        self.allergen = allergen
        self.day = day
        self.value = value
        self.basis = basis
        self.interval = interval
    }
}
