package import Allergens

/// What is assumed about the coming day before a taxon's own data are known.
///
/// It was learned from seven taxa together (alder, ash, beech, birch, grass, hazel, oak) one day ahead
/// at Basel, 1971 to 1985 (source: MeteoSwiss); later days, other places and other taxa had no part in it. It
/// is expressed relative to the newest value and to the high class, so that it suits
/// taxa for which ten grains are a lot and taxa for which they are few. It was learned for one day ahead, but
/// is a starting point for four as well.
package enum ForecastPrior {
    /// The first day after the prior's data, 1 January 1986: earlier days are no test of it.
    package static let firstUnknownDay = CivilDate(daysSinceEpoch: 5_844)

    /// How the coming logarithm differs from the newest, for each of ``Outlook/features`` and of
    /// ``Outlook/background``.
    ///
    /// The last feature is the constant, whose coefficient is assumed to be 0.
    static let median = [0.20, 0.14, -0.13, 0.42, -0.02, -0.03, 0.02, 0, -0.10, -0.11]

    /// How the coming logarithm differs by the weather, for each term of ``WeatherChange``.
    ///
    /// Learned like the rest, with the weather of Basel disturbed by ``WeatherDisturbance``.
    static let weather = [0.24, -0.02, -0.07]

    /// The log-odds of the high class.
    ///
    /// They are given for each of ``Outlook/features``, for the median's height above the start of the class,
    /// and for half a step when the newest value is in the class.
    static let high = [0.15, 0.04, 0.02, -0.97, 0.06, 1.31, 0.03, -0.62, 4.25, 0.72]

    /// What the weather adds to the log-odds beyond its share in the median: nothing, unless the taxon's own
    /// past demands it.
    static let highWeather = [0.0, 0, 0]
}
