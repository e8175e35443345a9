package import Allergens
import HTTP
import Localisation
package import Observations
package import People

/// The air at a place, as `GET /v1/air` and the command return it.
package struct AirWire: Encodable, Sendable {
    struct StationWire: Encodable {
        let id: String
        let name: String
        /// Whole metres.
        let distance: Int
    }

    /// A coming day.
    struct Coming: Encodable {
        /// The day itself; absent where the name of the property says it.
        let day: String?
        let value: Double
        let level: Level
        let index: Double
        let basis: Basis
        let interval: IntervalWire?
        /// Whether the model knew the weather that is forecast for the day; absent where no model speaks.
        let knowsWeather: Bool?

        init(_ estimate: AirValue.Estimate, on day: CivilDate? = nil) {
            self.day = day?.description
            value = estimate.value.inHundredths
            level = estimate.level
            index = estimate.index.inHundredths
            basis = estimate.basis
            interval = estimate.interval.map(IntervalWire.init)
            knowsWeather = estimate.interval == nil ? nil : estimate.knowsWeather
        }
    }

    struct Entry: Encodable {
        let allergen: Allergen.ID
        let name: String
        let value: Double
        let unit: ConcentrationUnit?
        let level: Level
        let index: Double
        let basis: Basis
        let interval: IntervalWire?
        /// The day of the reading.
        let day: String
        /// How much older the reading is than the requested day, as an ISO 8601 duration.
        let age: String
        /// The nearest station; missing where a numerical model stands alone.
        let station: StationWire?
        /// The credit of the numerical model that takes part in the value.
        let model: String?
        let tomorrow: Coming?
        let dayAfterTomorrow: Coming?
        /// The two days after that, as far as they are asked for and known.
        let later: [Coming]?

        init(_ air: AirValue, on day: CivilDate, stationName: String, later: AirValue?) {
            allergen = air.allergen.id
            name = air.allergen.name
            value = air.today.value.inHundredths
            unit = air.allergen.unit
            level = air.today.level
            index = air.today.index.inHundredths
            basis = air.today.basis
            interval = air.today.interval.map(IntervalWire.init)
            self.day = air.today.day.description
            age = "P\(day.daysSinceEpoch - air.today.day.daysSinceEpoch)D"
            station = air.station.map {
                StationWire(id: $0.rawValue, name: stationName, distance: Int((air.distance ?? 0).rounded()))
            }
            model = air.model?.credit
            tomorrow = air.tomorrow.map { Coming($0) }
            dayAfterTomorrow = air.dayAfter.map { Coming($0) }
            self.later = later.map { later in
                zip(AirWire.laterDays, [later.today, later.tomorrow]).compactMap { ahead, estimate in
                    estimate.map { Coming($0, on: day.adding(days: ahead)) }
                }
            }
        }
    }

    /// The days after the two coming ones that every answer tells of.
    static let laterDays = 3...4

    let date: String
    let allergens: [Entry]
    /// The pollen of trees, grasses and weeds, as far as members of the group are known that day.
    let groups: [PollenGroupWire]
    /// What sources state for the regions around the place, for allergens that no station within reach
    /// reports.
    let regions: [RegionAirWire]
    /// The air quality by each index; empty if no pollutant is known.
    let airQuality: [AirQualityWire]

    /// Combines everything known about a place on a day.
    ///
    /// - Parameters:
    ///   - values: What nearby stations report for each allergen.
    ///   - later: The same of the first of ``laterDays``, if they are asked for.
    ///   - hours: What nearby stations measured of each pollutant in the last hours, if the day is today.
    ///   - regions: What is stated for the regions that contain the place.
    ///   - day: The day.
    ///   - names: The names of the stations involved.
    ///   - language: The language of the names of groups and of the air quality texts.
    ///   - taxonomy: The allergens.
    package init(
        _ values: [AirValue], later: [AirValue] = [], hours: [PollutantHours], regions: [RegionAir],
        on day: CivilDate,
        names: [Station.ID: String], in language: Language, taxonomy: Taxonomy
    ) {
        let told = Set(values.map(\.allergen.id))
        let following = Dictionary(later.map { ($0.allergen.id, $0) }) { first, _ in first }
        date = day.description
        allergens = values.map { value in
            Entry(
                value, on: day, stationName: value.station.flatMap { names[$0] } ?? "",
                later: following[value.allergen.id])
        }
        groups = PollenGroupWire.list(values, on: day, language: language.rawValue, taxonomy: taxonomy)
        self.regions = regions.compactMap { RegionAirWire($0, beside: told, in: taxonomy) }
        airQuality = AirQualityWire.list(
            values, hours: hours, on: day, in: MessageCatalogue(language, taxonomy: taxonomy))
    }
}

/// `GET /v1/allergens`.
struct AllergenList: Encodable {
    struct Entry: Encodable {
        let key: String
        let category: String
        let group: String?
        let latin: String?
        let family: String?
        let crossReaction: String?
        let unit: ConcentrationUnit?
        let names: [String: String]

        init(_ allergen: Allergen) {
            key = allergen.id.rawValue
            category = allergen.category.rawValue
            group = allergen.group?.rawValue
            latin = allergen.latin
            family = allergen.family
            crossReaction = allergen.crossReaction
            unit = allergen.unit
            names = allergen.names
        }
    }

    /// Allergens that belong together, by name.
    struct Family: Encodable {
        let key: String
        let names: [String: String]
        let allergens: [Allergen.ID]
        let source: String?

        init(_ family: AllergenFamily, of members: [Allergen], source: String? = nil) {
            key = family.key
            names = family.names
            allergens = members.map(\.id)
            self.source = source
        }
    }

    let allergens: [Entry]
    /// The groups that a fence, profile or layer may name instead of their members.
    let groups: [Family]
    /// Allergens that the immune system is likely to confuse, with sources.
    let crossReactions: [Family]

    init(_ taxonomy: Taxonomy) {
        allergens = taxonomy.allergens.map(Entry.init)
        groups = taxonomy.groups.map { family in
            Family(family, of: taxonomy.allergens.filter { $0.group?.rawValue == family.key })
        }
        crossReactions = taxonomy.crossReactions.map { family in
            Family(
                family, of: taxonomy.allergens.filter { $0.crossReaction == family.key },
                source: taxonomy.crossReactionSource)
        }
    }
}

/// `GET /v1/scales`: the allergen scales with their bounds, and the air quality indices.
struct ScaleList: Encodable {
    struct Bounds: Encodable {
        let low: Double
        let moderate: Double
        let high: Double
        let veryHigh: Double

        init(_ bounds: LevelBounds) {
            low = bounds.low
            moderate = bounds.moderate
            high = bounds.high
            veryHigh = bounds.veryHigh
        }
    }

    struct Entry: Encodable {
        let id: String
        let title: String
        let source: String
        let unit: ConcentrationUnit
        let bounds: [String: Bounds]
    }

    let scales: [Entry]
    /// The class scales of sources that state classes instead of counts.
    let classScales: [ClassScaleWire]
    /// The indices that rate the air by all its pollutants.
    let airQuality: [AirQualityIndexWire]

    init(_ taxonomy: Taxonomy, in words: MessageCatalogue) {
        classScales = ClassScale.standard.map(ClassScaleWire.init)
        airQuality = AirQualityIndex.standard.map { AirQualityIndexWire($0, in: words) }
        scales = Scale.standard.map { scale in
            let used = taxonomy.allergens.compactMap { allergen -> (String, Bounds)? in
                guard let (first, bounds) = Scale.standard(for: allergen), first.id == scale.id else {
                    return nil
                }
                return (allergen.id.rawValue, Bounds(bounds))
            }
            return Entry(
                id: scale.id, title: scale.title, source: scale.source, unit: scale.unit,
                bounds: Dictionary(uniqueKeysWithValues: used))
        }
    }
}
