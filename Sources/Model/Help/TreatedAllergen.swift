import Allergens

/// What an immunotherapy is for: a food, a pollen or mould, or something else under a name of the person's own.
package enum TreatedAllergen: Sendable {
    /// A food of ``FoodCatalogue``, by its code.
    case food(String)
    /// An allergen of the air, by its key.
    case air(String)
    case own(String)

    /// The most characters of a name of one's own.
    package static let nameLength = 60

    /// What two spellings of the same allergen share.
    private var identity: String {
        switch self {
        case .food, .air: rawValue
        case .own(let name): "own:\(HelpText.plain(name))"
        }
    }
}

extension TreatedAllergen: RawRepresentable {
    /// Such as `food:peanut`, `air:birch` or `own:Bee venom`.
    package var rawValue: String {
        switch self {
        case .food(let code): "food:\(code)"
        case .air(let key): "air:\(key)"
        case .own(let name): "own:\(name)"
        }
    }

    /// Reads ``rawValue``; `nil` for an unknown food or allergen, or a name that is none.
    package init?(rawValue: String) {
        guard let colon = rawValue.firstIndex(of: ":") else { return nil }
        let name = String(rawValue[rawValue.index(after: colon)...])
        switch rawValue[..<colon] {
        case "food":
            guard FoodCatalogue.has(name) else { return nil }
            self = .food(name)
        case "air":
            guard Taxonomy.standard[Allergen.ID(rawValue: name)] != nil else { return nil }
            self = .air(name)
        case "own":
            // Names that were kept when several code points counted as one character stay readable.
            guard HelpText.isSound(name, within: 1...4 * Self.nameLength), !HelpText.plain(name).isEmpty
            else { return nil }
            self = .own(name)
        default: return nil
        }
    }
}

extension TreatedAllergen: Codable, Hashable {
    package static func == (one: TreatedAllergen, other: TreatedAllergen) -> Bool {
        one.identity == other.identity
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
