import Allergens
import Observations
import Seasons

/// Everything that stations say about an allergen.
struct AllergenReport: Sendable {
    let allergen: Allergen
    let today: CivilDate
    /// `nil` for what no station measures.
    let now: AllergenNow?
    /// Where and when it is in the air; empty for pollutants and for what no station measures.
    let seasons: [CountrySeason]
    /// How much of a pollutant is usual in each month; empty for everything else.
    let courses: [CountryYear<YearCourse>]
    /// The layer of the map, if it has one.
    let layer: String?
    /// Whom to credit for the values, each once.
    let credits: [String]
}

/// The newest values of an allergen at all stations.
struct AllergenNow: Sendable {
    /// The value with the highest concentration, and where it was measured.
    struct Highest: Sendable {
        let station: Station
        let value: DayValue
        /// `nil` where no scale rates the allergen.
        let level: Level?
    }

    /// `nil` where no station has a recent value.
    let highest: Highest?
    /// The number of stations at each level, the highest first; empty without a scale.
    let counts: [(level: Level, stations: Int)]
    /// The days that the values are of.
    let days: ClosedRange<CivilDate>
}

/// What is usual of an allergen in the air of a country.
struct CountryYear<Usual: UsualYear>: Sendable {
    /// The ISO 3166-1 code; `nil` for stations far from all towns.
    let country: String?
    /// `nil` where no station has measured enough years.
    let usual: Usual?
    /// Its parts with enough years, from north to south; empty unless there are two of them.
    let regions: [RegionYear<Usual>]
    /// Whether any of its stations is simulated.
    let isSimulated: Bool
}

/// When an allergen is usually in the air of a country.
typealias CountrySeason = CountryYear<TypicalSeason>
