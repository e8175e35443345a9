package import Allergens

/// One allergen in the air at a place.
package struct AirValue: Sendable {
    /// The estimate for one day.
    package struct Estimate: Hashable, Sendable {
        package let day: CivilDate
        package let value: Double
        package let level: Level
        package let index: Double
        package let basis: Basis
        /// The interval of a modelled value: as far below and above it, in logarithms, as at the nearest
        /// station.
        ///
        /// It does not include the error that the map adds between stations.
        package let interval: ForecastInterval?
        /// Whether the forecast of the nearest station knew the weather of the day.
        package let knowsWeather: Bool

        package init(
            day: CivilDate, value: Double, level: Level, index: Double, basis: Basis,
            interval: ForecastInterval? = nil, knowsWeather: Bool = false
        ) {
            self.day = day
            self.value = value
            self.level = level
            self.index = index
            self.basis = basis
            self.interval = interval
            self.knowsWeather = knowsWeather
        }
    }

    package let allergen: Allergen
    package let today: Estimate
    /// The nearest station on which the estimate is based; `nil` where a numerical model stands alone.
    package let station: Station.ID?
    /// The distance to that station in metres.
    package let distance: Double?
    /// The numerical model that takes part in today's estimate, if one covers the place.
    package let model: GridSource?
    package let tomorrow: Estimate?
    /// The estimate for the day after ``tomorrow``.
    package let dayAfter: Estimate?

    package init(
        allergen: Allergen, today: Estimate, station: Station.ID?, distance: Double?,
        model: GridSource? = nil, tomorrow: Estimate?, dayAfter: Estimate? = nil
    ) {
        self.allergen = allergen
        self.today = today
        self.station = station
        self.distance = distance
        self.model = model
        self.tomorrow = tomorrow
        self.dayAfter = dayAfter
    }
}
