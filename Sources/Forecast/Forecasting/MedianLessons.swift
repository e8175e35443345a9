import Allergens

/// The results from which the median learns, as rows of a fit.
struct MedianLessons {
    private let known: [OutlookResult]
    private let rows: [[Double]]
    private let outcomes: [Double]
    private let weights: [Double]
    private let prior: [Double]

    /// The power of today's concentration by which an error is weighted.
    ///
    /// Powers of .3 to .5 did equally well, and better than none in the mean errors of concentrations and of
    /// logarithms.
    private static let weightPower = 0.4

    /// The rounds by which a fit of the other folds is improved from that of all, which is close to it.
    private static let rounds = 8

    /// Prepares results, at least one; with `knowsWeather`, all of them know the weather.
    init(_ known: [OutlookResult], knowingWeather knowsWeather: Bool) {
        self.known = known
        rows = known.map { Self.row(of: $0.outlook, knowingWeather: knowsWeather) }
        outcomes = known.map { $0.found - $0.outlook.newest }
        let weights = known.map { LogScale.power(Self.weightPower, ofLogarithm: $0.outlook.newest) }
        let mean = weights.reduce(0, +) / Double(weights.count)
        self.weights = weights.map { $0 / mean }
        prior = ForecastPrior.median + (knowsWeather ? ForecastPrior.weather : [])
    }

    /// The terms of the median.
    static func row(of outlook: Outlook, knowingWeather knowsWeather: Bool) -> [Double] {
        let row = outlook.features + outlook.background
        guard knowsWeather else { return row }
        guard let weather = outlook.weather else { preconditionFailure("the weather of the day is unknown") }
        return row + weather
    }

    /// The fit to all results.
    func fit() -> MedianRegression {
        MedianRegression(rows: rows, outcomes: outcomes, weights: weights, prior: prior)
    }

    /// The expected logarithms by a fit.
    func logarithms(by fit: MedianRegression) -> [Double] {
        known.indices.map { known[$0].outlook.newest + fit.value(of: rows[$0]) }
    }

    /// The expected logarithms, each by a fit that its own span did not teach.
    ///
    /// The errors of a fit to its own lessons are too small: intervals made of them are too narrow. A fold
    /// that leaves nothing to learn from keeps the fit to all, whose errors its prior holds apart.
    func crossFitted(from fit: MedianRegression) -> [Double] {
        var found = logarithms(by: fit)
        for (teachers, own) in SpanFolds(known).splits {
            let fit = MedianRegression(
                rows: teachers.map { rows[$0] }, outcomes: teachers.map { outcomes[$0] },
                weights: teachers.map { weights[$0] }, prior: prior, start: fit.coefficients,
                mostRounds: Self.rounds)
            for place in own { found[place] = known[place].outlook.newest + fit.value(of: rows[place]) }
        }
        return found
    }
}
