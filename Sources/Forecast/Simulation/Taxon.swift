import Allergens

/// One allergen of the demonstration: when its season is, how strong, and where it grows.
struct Taxon: Sendable {
    let allergen: Allergen.ID
    /// The days of the year by which 5 % of the yearly sum is over, of the peak, and by which 95 % is over, at
    /// ``referenceLatitude``.
    let dates: (start: Double, peak: Double, end: Double)
    /// Where the dates were observed, in degrees north.
    let referenceLatitude: Double
    /// The median of the yearly maximum day where the taxon is at home, in the allergen's unit.
    let maximum: Double
    /// How many days the season is later for each degree further north.
    ///
    /// A. D. Hopkins' bioclimatic law has four days for spring and early summer; three are assumed for trees, and
    /// less the later the season, since what flowers in late summer is called by the length of the day.
    let delay: Double
    /// How the logarithm of a year's total strays from year to year; trees have years of plenty.
    let yearlySpread: Double
    let range: GrowingRange

    init(
        _ key: String, _ start: Double, _ peak: Double, _ end: Double, at latitude: Double, maximum: Double,
        delay: Double, yearlySpread: Double, range: GrowingRange
    ) {
        allergen = Allergen.ID(rawValue: key)
        dates = (start, peak, end)
        referenceLatitude = latitude
        self.maximum = maximum
        self.delay = delay
        self.yearlySpread = yearlySpread
        self.range = range
    }
}

extension Taxon {
    private static let basel = 47.6
    private static let luxembourg = 49.6

    /// The allergens of the demonstration.
    ///
    /// Dates and maxima are medians of Basel 2003–2022 and Luxembourg 1999–2018. Those of olive (Andalusia),
    /// ragweed (Pannonian basin) and the two moulds are assumptions of the right order.
    static let all: [Taxon] = [
        Taxon(
            "hazel", 24, 51, 76, at: basel, maximum: 197, delay: 3, yearlySpread: 0.4, range: .hazel),
        Taxon(
            "alder", 44, 59, 81, at: basel, maximum: 504, delay: 3, yearlySpread: 0.4, range: .alder),
        Taxon(
            "birch", 90, 97, 116, at: basel, maximum: 774, delay: 3, yearlySpread: 0.4, range: .birch),
        Taxon("ash", 83, 92, 108, at: basel, maximum: 627, delay: 3, yearlySpread: 0.4, range: .ash),
        Taxon("oak", 105, 114, 136, at: basel, maximum: 444, delay: 3, yearlySpread: 0.4, range: .oak),
        Taxon(
            "beech", 106, 113, 132, at: basel, maximum: 274, delay: 3, yearlySpread: 0.6, range: .beech),
        Taxon(
            "plane", 105, 120, 134, at: luxembourg, maximum: 18, delay: 3, yearlySpread: 0.3, range: .plane),
        Taxon(
            "cypress", 57, 75, 121, at: luxembourg, maximum: 147, delay: 3, yearlySpread: 0.3,
            range: .cypress),
        Taxon("olive", 115, 135, 161, at: 38, maximum: 800, delay: 3, yearlySpread: 0.4, range: .olive),
        Taxon(
            "grass", 136, 151, 210, at: basel, maximum: 270, delay: 2.5, yearlySpread: 0.2, range: .grass),
        Taxon(
            "nettle", 163, 212, 243, at: luxembourg, maximum: 182, delay: 1, yearlySpread: 0.2,
            range: .nettle),
        Taxon(
            "mugwort", 204, 216, 235, at: luxembourg, maximum: 12, delay: 0, yearlySpread: 0.2,
            range: .mugwort),
        Taxon(
            "ragweed", 222, 242, 268, at: 46, maximum: 500, delay: 0, yearlySpread: 0.3, range: .ragweed),
        Taxon(
            "alternaria", 161, 209, 278, at: luxembourg, maximum: 400, delay: 0.5, yearlySpread: 0.2,
            range: .alternaria),
        Taxon(
            "cladosporium", 140, 196, 283, at: luxembourg, maximum: 8_000, delay: 0.5, yearlySpread: 0.2,
            range: .cladosporium),
    ]
}
