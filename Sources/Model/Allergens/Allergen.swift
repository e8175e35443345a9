/// Something that people react to: a pollen taxon, a spore, a pollutant, or an indoor or chemical trigger.
package struct Allergen: Hashable, Sendable, Identifiable, Decodable {
    /// The key of an allergen in the taxonomy, such as `birch`.
    package struct ID: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of allergen, which decides its unit and whether stations measure it.
    package enum Category: String, Sendable, Decodable {
        case pollen, spore, pollutant, indoor, chemical, food
    }

    /// A family of allergens that is mapped and reported together.
    package enum Group: String, Sendable, Decodable, CaseIterable, CodingKeyRepresentable {
        case tree, grass, weed, spore
    }

    package let id: ID
    /// The bit of this allergen in an ``AllergenSet`` and its number in the store, 0…127; never reused.
    package let code: Int
    package let category: Category
    package let group: Group?
    package let latin: String?
    package let family: String?
    /// The group of allergens that the immune system is likely to confuse with this one.
    package let crossReaction: String?
    /// The unit of its concentrations, or `nil` when stations do not measure it.
    package let unit: ConcentrationUnit?
    /// Common names by ISO 639 language code.
    ///
    /// English is always present.
    package let names: [String: String]
    /// Other spellings in feeds, compared without regard to case.
    package let aliases: [String]?

    enum CodingKeys: String, CodingKey {
        case id = "key"
        case code, category, group, latin, family, crossReaction, unit, names, aliases
    }
}

extension Allergen {
    /// The common name in English.
    package var name: String { names["en"] ?? id.rawValue }

    /// The highest concentration that is accepted as a measurement rather than a mistake, in ``unit``.
    ///
    /// The highest published daily pollen counts are near 32 000 grains/m³ (mountain cedar, Texas). The
    /// moulds of Houston reach 23 485 spores/m³, and the NAB scale's top class starts at 50 000. Smoke from
    /// wildfires brought PM2.5 to 1 847 µg/m³ (Camp Fire, 2018). The US index for carbon monoxide ends at
    /// 50.4 ppm, which are 59 000 µg/m³.
    package var ceiling: Double {
        switch category {
        case _ where isAbundant: 120_000
        case .pollen: 40_000
        case .spore: 200_000
        case .pollutant, .indoor, .chemical, .food: 10_000
        }
    }
}

extension Allergen {
    /// Whether even clean air contains hundreds of micrograms of it: carbon monoxide.
    package var isAbundant: Bool { id == Pollutant.carbonMonoxide.allergen }
}

/// A unit of concentration in air.
package enum ConcentrationUnit: String, CaseIterable, Sendable, Codable {
    case grainsPerCubicMetre = "grains/m3"
    case sporesPerCubicMetre = "spores/m3"
    case microgramsPerCubicMetre = "ug/m3"

    /// Reads a unit as feeds spell it: `grains/m³`, `pollen/m3`, `No/m3`, `µg/m³` and the like.
    package init?(spelling: String) {
        let plain = spelling.lowercased().replacing("³", with: "3").replacing(" ", with: "")
        switch plain {
        case "grains/m3", "pollen/m3", "no/m3", "p/m3": self = .grainsPerCubicMetre
        case "spores/m3": self = .sporesPerCubicMetre
        case "ug/m3", "µg/m3", "μg/m3": self = .microgramsPerCubicMetre
        default: return nil
        }
    }

    /// The unit as people write it.
    package var symbol: String {
        switch self {
        case .grainsPerCubicMetre: "grains/m³"
        case .sporesPerCubicMetre: "spores/m³"
        case .microgramsPerCubicMetre: "µg/m³"
        }
    }
}
