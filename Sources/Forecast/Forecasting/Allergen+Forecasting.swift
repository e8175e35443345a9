import Allergens

extension Allergen {
    /// Whether a coming day is modelled where stations give no forecast.
    ///
    /// Pollen and spores have a season that returns each year. Pollutants follow the weather and the traffic,
    /// which the model does not know.
    package var isForecast: Bool { unit != nil && (category == .pollen || category == .spore) }
}
