import Allergens

/// The results from which the probability of the high class is learned, as rows of a fit.
struct HighLessons {
    private let known: [OutlookResult]
    /// Whether the median is near enough to the class to be raised into it.
    private let isNear: [Bool]
    private let rows: [[Double]]
    private let events: [Bool]
    private let prior: [Double]

    /// The lowest probability at which the high class is predicted; below it, six of seven would be false
    /// alarms.
    private static let leastProbability = 0.15

    /// The weight of the prior of the high class: as much as four hundred days on which high is as likely as
    /// not.
    ///
    /// With less, the few high days of hazel and ragweed would teach noise; more was no better.
    private static let ridge = 100.0

    /// The most by which a median is raised into the high class.
    static let mostRaise = 0.5

    /// Prepares results with their medians, at least one; with `knowsWeather`, all of them know the weather.
    ///
    /// `start` is the logarithm at which the class begins.
    init(_ known: [OutlookResult], medians: [Double], start: Double, knowingWeather knowsWeather: Bool) {
        self.known = known
        isNear = medians.map { $0 >= start - Self.mostRaise }
        rows = zip(known, medians).map {
            Self.row(of: $0.outlook, median: $1, start: start, knowingWeather: knowsWeather)
        }
        events = known.map { $0.found >= start }
        prior = ForecastPrior.high + (knowsWeather ? ForecastPrior.highWeather : [])
    }

    /// The terms of the high class's probability.
    ///
    /// They are the ``Outlook/features``, the median's distance from the class, and whether today is in the
    /// class; and the weather where it is known.
    static func row(
        of outlook: Outlook, median: Double, start: Double, knowingWeather knowsWeather: Bool
    ) -> [Double] {
        // Half, so that the ridge penalises a step less than a slope.
        let row = outlook.features + [median - start, outlook.newest >= start ? 0.5 : 0]
        return knowsWeather ? row + (outlook.weather ?? []) : row
    }

    /// The fit to all results, and the probability from which on it names the high class.
    func fit() -> (high: LogisticRegression, threshold: Double) {
        fit(to: Array(known.indices), from: nil)
    }

    /// The share of high days among those that are named so, each by a fit that its own span did not teach;
    /// `nil` where none is named.
    ///
    /// A fit names days of its own lessons rightly more often than days to come: it knew of them.
    func precision(from fit: LogisticRegression) -> Double? {
        var (hits, named) = (0, 0)
        for (teachers, own) in SpanFolds(known).splits {
            let (high, threshold) = self.fit(to: teachers, from: fit)
            for place in own where isNear[place] && high.probability(of: rows[place]) >= threshold {
                named += 1
                if events[place] { hits += 1 }
            }
        }
        return named > 0 ? Double(hits) / Double(named) : nil
    }

    private func fit(
        to places: [Int], from start: LogisticRegression?
    ) -> (high: LogisticRegression, threshold: Double) {
        let rows = places.map { self.rows[$0] }
        let high = LogisticRegression(
            rows: rows, events: places.map { events[$0] }, prior: prior, ridge: Self.ridge,
            start: start?.coefficients)
        let best = LogisticRegression.bestThreshold(for: rows.map(high.probability(of:)))
        return (high, max(best, Self.leastProbability))
    }
}
