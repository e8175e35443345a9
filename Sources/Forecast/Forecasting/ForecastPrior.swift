package import Allergens

/// What is believed of the coming day before a taxon has shown anything of its own.
///
/// Learned from seven taxa together (alder, ash, beech, birch, grass, hazel, oak) one day ahead at Basel, 1971 to 1985
/// (source: MeteoSwiss); later days, other places and other taxa had no part in it. It is told in relation to the newest
/// value and to the high class, so that it holds for taxa of which ten grains are much and for those of which they are
/// little; what it says of one day ahead is a beginning for four as well.
package enum ForecastPrior {
    /// The first day of which it knew nothing, 1 January 1986: what came before is no test of it.
    package static let firstUnknownDay = CivilDate(daysSinceEpoch: 5_844)

    /// How the coming logarithm moves away from the newest, for each of ``Outlook/features``, of which the last is the
    /// same for all and believed to be nothing, and of ``Outlook/background``.
    static let median = [0.20, 0.14, -0.13, 0.42, -0.02, -0.03, 0.02, 0, -0.10, -0.11]

    /// The log-odds of the high class, for each of ``Outlook/features``, for how far the median lies above the start of
    /// the class, and for half a step when the newest value is in it.
    static let high = [0.15, 0.04, 0.02, -0.97, 0.06, 1.31, 0.03, -0.62, 4.25, 0.72]
}
