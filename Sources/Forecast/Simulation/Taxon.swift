import Allergens

/// One allergen of the demonstration: the dates and strength of its season, and where it grows.
struct Taxon: Sendable {
    let allergen: Allergen.ID
    /// The days of the year on which 5 % of the annual sum is reached, of the peak, and on which 95 % is
    /// reached, at ``referenceLatitude``.
    let dates: (start: Double, peak: Double, end: Double)
    /// The latitude where the dates were observed, in degrees north.
    let referenceLatitude: Double
    /// The median of the yearly maximum day where the taxon is at home, in the allergen's unit.
    let maximum: Double
    /// The days by which the season is later for each degree further north.
    ///
    /// A. D. Hopkins' bioclimatic law has four days for spring and early summer. Three are assumed for trees,
    /// and less the later the season, since the length of the day triggers what flowers in late summer.
    let delay: Double
    /// The spread of the logarithm of the annual total; trees have mast years.
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
    /// ragweed (Pannonian basin) and the two moulds are assumptions of the right order of magnitude.
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
