import Allergens

extension Allergen {
    /// Whether a coming day is modelled where stations say nothing of it.
    ///
    /// Pollen and spores have a season that comes back each year; pollutants follow the weather and the traffic, which the
    /// model does not know.
    package var isForecast: Bool { unit != nil && (category == .pollen || category == .spore) }
}
