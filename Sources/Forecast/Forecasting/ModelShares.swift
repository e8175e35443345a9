import Allergens
import Interpolation
package import Observations

/// How far the forecasts of a taxon follow a numerical model, for each number of days ahead.
///
/// A forecast p is moved by a · (f − p), where f is the newest value moved as the model moves until the day to
/// predict. So the station says how much there is, and the model how that changes. a is learned as the map
/// learns how far to follow a model, see `ModelSlope`: it is the one of 0, .05 … 1 with the smallest mean absolute
/// error of the logarithms, shrunk towards 0 by its own uncertainty over blocks of ten days.
///
/// It learns from what was foreseen before each day came, see ``ModelTrial``. With fewer results than a model
/// of a taxon needs, the numerical model has no say.
package struct ModelShares: Sendable {
    private let shares: [Int: Double]

    /// Learns from what was foreseen, and the values that were found.
    package init(_ trials: some Sequence<ModelTrial>, found: [Station.ID: DailySeries]) {
        var slopes: [Int: (slope: ModelSlope, count: Int)] = [:]
        for trial in trials {
            guard let value = found[trial.station]?[trial.day] else { continue }
            slopes[trial.daysAhead, default: (ModelSlope(), 0)].slope.learn(
                surplus: value - trial.plain, modelSurplus: trial.followed - trial.plain, on: trial.day)
            slopes[trial.daysAhead]?.count += 1
        }
        shares = slopes.compactMapValues { $0.count >= ForecastModel.leastResults ? $0.slope.value : nil }
    }

    /// The share for a number of days ahead, 0…1; 0 where nothing shows that the model helps.
    package subscript(daysAhead: Int) -> Double { shares[daysAhead] ?? 0 }
}
