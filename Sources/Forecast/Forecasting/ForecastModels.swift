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
    ///
    /// By `share` it follows the numerical model where the outlook knows it, see ``ModelShares``.
    package func expectation(
        of outlook: Outlook, following share: Double = 0
    ) -> ForecastModel.Expectation {
        model(for: outlook).expectation(of: outlook, following: share)
    }

    /// The expected logarithm without a numerical model.
    func logarithm(of outlook: Outlook) -> Double { model(for: outlook).logarithm(of: outlook) }

    private func model(for outlook: Outlook) -> ForecastModel {
        guard let weather, outlook.weather != nil else { return plain }
        return weather
    }
}
