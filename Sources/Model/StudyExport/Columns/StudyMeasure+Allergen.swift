package import Allergens

extension StudyMeasure {
    /// The measure of an allergen; `nil` for one that no station measures.
    package init?(_ allergen: Allergen) {
        guard let unit = allergen.unit else { return nil }
        self.init(
            allergen.category == .pollutant ? .pollutant : .pollen, allergen.id.rawValue, unit: unit.symbol,
            label: allergen.names)
    }
}
