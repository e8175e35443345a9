package import Allergens

/// One allergen in the air at a place.
package struct AirValue: Sendable {
    package struct Estimate: Sendable {
        package let day: CivilDate
        package let value: Double
        package let level: Level
        package let index: Double
        package let basis: Basis
        /// Between what a modelled value will lie: as far below and above, in logarithms, as at the nearest station.
        ///
        /// What the map adds between stations is not in it.
        package let interval: ForecastInterval?

        package init(
            day: CivilDate, value: Double, level: Level, index: Double, basis: Basis,
            interval: ForecastInterval? = nil
        ) {
            self.day = day
            self.value = value
            self.level = level
            self.index = index
            self.basis = basis
            self.interval = interval
        }
    }

    package let allergen: Allergen
    package let today: Estimate
    /// The nearest station that the estimate rests on.
    package let station: Station.ID
    /// Metres from there.
    package let distance: Double
    package let tomorrow: Estimate?

    package init(
        allergen: Allergen, today: Estimate, station: Station.ID, distance: Double, tomorrow: Estimate?
    ) {
        self.allergen = allergen
        self.today = today
        self.station = station
        self.distance = distance
        self.tomorrow = tomorrow
    }
}
