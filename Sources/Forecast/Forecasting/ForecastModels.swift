package import Allergens

/// A model that knows the weather, where enough of it was measured, and one for everywhere else.
package struct ForecastModels: Sendable {
    private let plain: ForecastModel
    private let weather: ForecastModel?

    /// Learns from results of one taxon for one number of days ahead; `nil` when there are too few for
    /// ``ForecastModel``.
    package init?(_ results: some Sequence<OutlookResult>, bounds: LevelBounds) {
        guard let plain = ForecastModel(results, bounds: bounds) else { return nil }
        self.plain = plain
        weather = ForecastModel(results, bounds: bounds, knowingWeather: true)
    }

    /// The expected concentration, with the weather where both it and a model for it are known.
    package func expectation(of outlook: Outlook) -> ForecastModel.Expectation {
        guard let weather, outlook.weather != nil else { return plain.expectation(of: outlook) }
        return weather.expectation(of: outlook)
    }
}
