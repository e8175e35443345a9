package import Allergens
package import Forecasting

/// A method of predicting a coming day.
package protocol Forecaster: Sendable {
    var name: String { get }
    /// Whether it is the model, which is compared with the simpler methods.
    var isModel: Bool { get }
    /// The method after learning from known results.
    func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster
    /// The expected value, and the interval that holds four of five outcomes if the method gives one.
    ///
    /// Returns `nil` when the method knows nothing.
    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)?
}

extension Forecaster {
    package var isModel: Bool { false }

    package func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster { self }
}

/// Tomorrow is like today.
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

/// Tomorrow is as usual, plus a share φ of today's anomaly; φ is fitted by least squares of the logarithms.
struct DampedAnomaly: Forecaster {
    let name = "damped anomaly"
    /// φ; before it is fitted, tomorrow's anomaly equals today's.
    private(set) var share = 1.0

    /// Below this concentration, norms and values say nothing about the season.
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

/// The model that is used where a station gives no forecast of its own.
struct LearnedForecast: Forecaster {
    let knowledge: WeatherKnowledge
    private(set) var models: ForecastModels?
    let isModel = true

    var name: String {
        switch knowledge {
        case .none: "the model"
        case .forecast: "the model with forecast weather"
        case .perfect: "the model with perfect weather"
        }
    }

    func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster {
        LearnedForecast(knowledge: knowledge, models: ForecastModels(results, bounds: bounds))
    }

    func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
        guard let expectation = models?.expectation(of: outlook) else { return nil }
        return (expectation.value, expectation.range)
    }
}

/// What is known of the coming day's weather, when learning and when asked.
package enum WeatherKnowledge: Sendable {
    case none
    /// The weather that came, disturbed as a forecast is, see `WeatherDisturbance`.
    case forecast
    /// The weather that came: a bound that no forecast reaches.
    case perfect
}
