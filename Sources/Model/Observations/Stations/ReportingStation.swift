package import Allergens

/// A station that has reported an allergen.
package struct ReportingStation: Sendable {
    package let station: Station
    /// Metres from the place in question.
    package let distance: Double
    /// The first day with a value.
    package let since: CivilDate

    package init(station: Station, distance: Double, since: CivilDate) {
        self.station = station
        self.distance = distance
        self.since = since
    }
}
