package import Allergens

/// What stations measured on the days of a span, around the places of a person.
///
/// Each allergen is taken from the nearest station that measures it, at most ``mostStations`` of them within
/// ``reach``. A day has the mean over the places; a day without a value that counts has none.
package struct MeasuredAir: Sendable {
    /// The distance in metres within which a station speaks for a place.
    package static let reach = Station.alertReach
    /// The nearest stations of a place that are asked.
    package static let mostStations = 4

    /// The values of an allergen.
    package struct Series: Sendable {
        /// The stations that they come from.
        package let stations: Set<Station.ID>
        /// Concentrations in the allergen's unit.
        package let values: [CivilDate: Double]

        package init(stations: Set<Station.ID>, values: [CivilDate: Double]) {
            self.stations = stations
            self.values = values
        }
    }

    /// The stations of all series, by identifier.
    package let stations: [Station]
    package let series: [Allergen.ID: Series]

    package init(stations: [Station], series: [Allergen.ID: Series]) {
        self.stations = stations
        self.series = series
    }
}
