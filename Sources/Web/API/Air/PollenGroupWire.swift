import Allergens
import HTTP
import Observations

/// The pollen of trees, of grasses or of weeds at a place: the sum of the counts, and the highest level.
struct PollenGroupWire: Encodable {
    let group: String
    /// The name in the reader's language.
    let name: String
    /// The sum of the members' counts of the day, as the National Allergy Bureau counts a group.
    let value: Double
    let unit: ConcentrationUnit
    /// The highest level of a member, as on the group's layer of the map.
    let level: Level
    /// The highest index of a member.
    let index: Double
    /// The members that are known that day, the highest index first.
    let allergens: [Allergen.ID]

    /// The groups of which a member is known on the day.
    static func list(
        _ values: [AirValue], on day: CivilDate, language: String, taxonomy: Taxonomy
    ) -> [PollenGroupWire] {
        [Allergen.Group.tree, .grass, .weed].compactMap { group in
            let members = values.filter {
                $0.allergen.group == group && $0.allergen.unit == .grainsPerCubicMetre && $0.today.day == day
            }
            .sorted { ($1.today.index, $0.allergen.code) < ($0.today.index, $1.allergen.code) }
            guard let highest = members.first else { return nil }
            let names = taxonomy.groups.first { $0.key == group.rawValue }?.names ?? [:]
            return PollenGroupWire(
                group: group.rawValue, name: names[language] ?? names["en"] ?? group.rawValue,
                value: members.map(\.today.value).reduce(0, +).inHundredths, unit: .grainsPerCubicMetre,
                level: highest.today.level, index: highest.today.index.inHundredths,
                allergens: members.map(\.allergen.id))
        }
    }
}
