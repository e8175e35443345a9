package import Allergens

/// What is known about the similarity of the air at two places, taxon by taxon.
///
/// Correlations and errors without another source are those of daily logarithms at fourteen Swiss stations in
/// one season. An anomaly is the logarithm minus the network's fifteen-day mean.
extension Reach {
    /// Birch and grasses.
    ///
    /// The leave-one-station-out error gets worse with any shorter reach (98 of 100 resampled weeks at 130
    /// km) and no better with a longer one. Anomalies still correlate by .5 at 86 km and by .3 from 124 km
    /// on, which is the weather that all stations share. Traps 4–6 km apart differ as much as traps side by
    /// side (median 16 %). The differences between town and country (grass: a factor 4–8, Jetschni &
    /// Jochner-Oette 2021, doi 10.3390/atmos12080974) begin within 30 km.
    private static let wide = Reach(metres: widest, full: 30_000)

    /// Hazel and alder.
    ///
    /// As for birch, neither a shorter nor a longer reach is better on the same station-days. They flower
    /// while mountains are still covered in snow: anomalies of alder correlate by .36 at 86 km and .19 at 124
    /// km, those of hazel by .41 and .27. Beyond 20 km, the correlation of a pair beyond the day's network
    /// mean falls from .4–.5 to .1.
    private static let early = Reach(metres: widest, full: 20_000)

    /// Other wind-pollinated forest trees.
    ///
    /// Not evaluated: as wind-pollinated and widespread as birch, but with a shorter reach for want of
    /// evidence.
    private static let forest = Reach(metres: 130_000, full: 20_000)

    /// Trees planted in towns and orchards.
    ///
    /// One trap represents the main types of a uniform city, but ornamental trees differ by district
    /// (Córdoba, doi 10.1007/s10453-012-9267-x). The eight zones of Bavaria, within which counts do not
    /// differ significantly, are circles of some 53 km (Oteros et al. 2019, STOTEN 688:1263). The field ends
    /// one and a half zones out.
    private static let planted = Reach(metres: 80_000, full: 20_000)

    /// Herbs and spores.
    ///
    /// Low plants feed the trap from nearby: two traps 5 km apart in Málaga differed most for goosefoot,
    /// pellitory and plantain. Full confidence ends at 15 km, and the field ends one and a half Bavarian
    /// zones (53 km) out. For spores no measurement of similarity by distance was found; they have the
    /// shortest reach of pollen.
    private static let low = Reach(metres: 80_000, full: 15_000)

    /// Ragweed.
    ///
    /// Plumes from the Pannonian Plain reach Poland and even England, some 1 500 km away (de Weger et al.
    /// 2016, doi 10.1007/s00484-016-1170-7), so a whole region shares its days. But sources are patchy and
    /// the classes narrow, and no correlogram of stations was found. The reach is therefore between those of
    /// herbs and trees.
    private static let ragweed = Reach(metres: 100_000, full: 20_000)

    /// Particles and ozone.
    ///
    /// AirNow answers for places within 50 miles (80 km) of a monitor. Daily logarithms of PM2.5 at 115
    /// monitors in the north-west of the USA during the fires of 2015 correlate by .87 up to 75 km and .78 at
    /// 100–150 km; the mean difference grows from 31 % below 15 km to 55 % at 75–100 km.
    private static let regional = Reach(metres: 80_000, full: 15_000)

    /// Nitrogen dioxide, sulphur dioxide and carbon monoxide, which are high near their sources.
    ///
    /// No reach was found in the literature; 25 km is a city.
    private static let urban = Reach(metres: 25_000, full: 5_000)

    private static let byAllergen: [String: Reach] = [
        "birch": wide, "grass": wide, "hazel": early, "alder": early, "hornbeam": forest, "beech": forest,
        "oak": forest, "ash": forest, "pine": forest, "larch": forest, "ragweed": ragweed, "rye": low,
        "nitrogen_dioxide": urban, "sulphur_dioxide": urban,
        "carbon_monoxide": urban,
    ]

    /// The reach of an allergen's readings.
    package static func standard(for allergen: Allergen) -> Reach {
        if let reach = byAllergen[allergen.id.rawValue] { return reach }
        return switch (allergen.category, allergen.group) {
        case (.pollen, .tree): planted
        case (.pollen, .grass): wide
        case (.pollutant, _): regional
        default: low
        }
    }
}
