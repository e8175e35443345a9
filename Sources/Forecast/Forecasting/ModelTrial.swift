package import Allergens
package import Observations

/// What was foreseen for a day at a station, without a numerical model and by following it, in logarithms.
///
/// It is made with the forecast itself and kept. So it knows only what was known then, although the grids of
/// the model are replaced by those of later runs.
package struct ModelTrial: Hashable, Sendable {
    package let station: Station.ID
    package let day: CivilDate
    /// The number of days from the newest value to ``day``.
    package let daysAhead: Int
    /// What the station's past says, and the weather where it is known; zero or more.
    package let plain: Double
    /// The newest value, moved as the model moves from its day to ``day``; zero or more.
    package let followed: Double

    package init(station: Station.ID, day: CivilDate, daysAhead: Int, plain: Double, followed: Double) {
        self.station = station
        self.day = day
        self.daysAhead = daysAhead
        self.plain = plain
        self.followed = followed
    }
}
