package import Allergens
package import Forecasting

/// A way to tell what a coming day will bring.
package protocol Forecaster: Sendable {
    var name: String { get }
    /// The method with whatever it learns from results that are known.
    func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster
    /// What is to be expected: the value, and the interval that holds four of five where the method tells one;
    /// `nil` when it knows nothing.
    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)?
}

extension Forecaster {
    package func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster { self }
}

/// Tomorrow is as today.
struct Persistence: Forecaster {
    let name = "persistence"

    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
        (LogScale.concentration(ofLogarithm: outlook.newest), nil)
    }
}

/// Tomorrow is as usual.
struct Climatology: Forecaster {
    let name = "climatology"

    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
        outlook.norm.map { (LogScale.concentration(ofLogarithm: $0), nil) }
    }
}

/// Tomorrow is as usual, and keeps a share φ of what today is off; φ by least squares of the logarithms.
struct DampedAnomaly: Forecaster {
    let name = "damped anomaly"
    /// φ; as long as nothing is known of it tomorrow is as far off as today.
    private(set) var share = 1.0

    /// Below this concentration neither the norm nor the day tells of a season.
    private static let leastNorm = 0.3

    func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster {
        var (products, squares) = (0.0, 0.0)
        for result in results {
            guard let norm = result.outlook.norm, let now = result.outlook.normAtOrigin,
                norm >= LogScale.logarithm(of: Self.leastNorm)
            else { continue }
            let anomaly = result.outlook.newest - now
            products += anomaly * (result.found - norm)
            squares += anomaly * anomaly
        }
        var fitted = self
        if squares > 0 { fitted.share = products / squares }
        return fitted
    }

    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
        guard let norm = outlook.norm, let now = outlook.normAtOrigin else { return nil }
        return (LogScale.concentration(ofLogarithm: norm + share * (outlook.newest - now)), nil)
    }
}

/// The model that speaks where a station gives no forecast of its own.
struct LearnedForecast: Forecaster {
    let name = "the model"
    private(set) var model: ForecastModel?

    func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster {
        LearnedForecast(model: ForecastModel(results, bounds: bounds))
    }

    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
        guard let expectation = model?.expectation(of: outlook) else { return nil }
        return (expectation.value, expectation.range)
    }
}
