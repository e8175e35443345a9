package import Allergens
package import Observations

/// The words for the air at a place.
extension MessageCatalogue {
    package func name(of level: Level) -> String { words(.level(level)) }

    /// The name of an allergen, as a line begins with it.
    package func title(of allergen: Allergen.ID) -> String { figures.capitalised(name(of: allergen)) }

    /// A value with its unit and how it was found, such as "438 grains/m³, measured".
    package func facts(of value: Double, in unit: ConcentrationUnit?, basis: Basis) -> String {
        let number = figures.number(value)
        let amount = unit.map { words(.value, [.number: number, .unit: words(.unit($0))]) } ?? number
        return "\(amount), \(words(.basis(basis)))"
    }
}
