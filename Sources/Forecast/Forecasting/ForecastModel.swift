package import Allergens

/// Predicts a coming day's concentration, learned from what followed in the past.
///
/// The expected logarithm is today's, moved by a fit of several terms: towards the coming day's norm, along
/// the season's slope, towards the last weeks, and against the trend of the last days. Each term counts as
/// much as the median of past results requires. A day with many grains weighs more than one with few.
///
/// A median seldom reaches a rare class, and would leave alerts silent. So a second fit gives the probability
/// of the high class. Where it reaches the threshold with the highest expected critical success index, the
/// value is raised into the class, by at most 0.5 (a factor of three).
///
/// Both fits start at ``ForecastPrior`` and leave it as far as the taxon's own past demands: hazel is high on
/// five days of a season, from which alone a fit would learn noise. The interval holds four of five results.
package struct ForecastModel: Sendable {
    private let median: MedianRegression
    private let high: LogisticRegression
    private let threshold: Double
    private let errors: ErrorBands
    private let bounds: LevelBounds

    /// The fewest results from which a model is made: two or three months of a season.
    package static let leastResults = 100

    /// The most results to learn from, the newest ones: more would not change the coefficients.
    package static let mostResults = 20_000

    /// The lowest probability at which the high class is predicted; below it, six of seven would be false
    /// alarms.
    private static let leastProbability = 0.15

    /// The days before the newest result that the model learns from.
    ///
    /// Counting methods and seasons have changed since earlier times. With fifteen years the errors at Basel
    /// and Geneva were smaller than with forty; seven years were no better.
    package static let lessonDays = 15 * 365

    /// The most by which a median is raised into the high class.
    private static let mostRaise = 0.5

    /// The power of today's concentration by which an error is weighted.
    ///
    /// Powers of .3 to .5 did equally well, and better than none in the mean errors of concentrations and of
    /// logarithms.
    private static let weightPower = 0.4

    /// The weight of the prior of the high class: as much as four hundred days on which high is as likely as
    /// not.
    ///
    /// With less, the few high days of hazel and ragweed would teach noise; more was no better.
    private static let highRidge = 100.0

    /// Learns from results of one taxon for one number of days ahead; `nil` when the season has fewer than
    /// ``leastResults``.
    ///
    /// All data of a result were known on its target day: a model from results up to a day knows nothing
    /// later.
    package init?(_ results: some Sequence<OutlookResult>, bounds: LevelBounds) {
        var known = results.filter(\.outlook.isInSeason)
        let newest = known.map(\.outlook.target).max() ?? CivilDate.accepted.lowerBound
        known.removeAll { $0.outlook.target <= newest.adding(days: -Self.lessonDays) }
        guard known.count >= Self.leastResults else { return nil }
        if known.count > Self.mostResults {
            known.sort { $0.outlook.target < $1.outlook.target }
            known.removeFirst(known.count - Self.mostResults)
        }
        self.bounds = bounds
        let median = Self.median(of: known)
        let medians = known.map { $0.outlook.newest + median.value(of: Self.row(of: $0.outlook)) }
        let start = Self.highStart(bounds)
        let rows = zip(known, medians).map { Self.highRow(of: $0.outlook, median: $1, start: start) }
        let high = LogisticRegression(
            rows: rows, events: known.map { $0.found >= start }, prior: ForecastPrior.high,
            ridge: Self.highRidge)
        (self.median, self.high) = (median, high)
        threshold = max(
            LogisticRegression.bestThreshold(for: rows.map(high.probability(of:))), Self.leastProbability)
        errors = ErrorBands(predictions: medians, found: known.map(\.found))
    }

    private static func median(of known: [OutlookResult]) -> MedianRegression {
        let weights = known.map { LogScale.power(weightPower, ofLogarithm: $0.outlook.newest) }
        let mean = weights.reduce(0, +) / Double(weights.count)
        return MedianRegression(
            rows: known.map { row(of: $0.outlook) }, outcomes: known.map { $0.found - $0.outlook.newest },
            weights: weights.map { $0 / mean }, prior: ForecastPrior.median)
    }

    /// A concentration in the allergen's unit, and the interval that holds four of five outcomes.
    package struct Expectation: Hashable, Sendable {
        package let value: Double
        package let range: ClosedRange<Double>

        package init(value: Double, range: ClosedRange<Double>) {
            self.value = value
            self.range = range
        }
    }

    /// The expected concentration.
    package func expectation(of outlook: Outlook) -> Expectation {
        let logarithm = outlook.newest + median.value(of: Self.row(of: outlook))
        let interval = errors.interval(around: logarithm)
        let value = classified(logarithm, within: interval, of: outlook)
        return Expectation(
            value: value,
            range: min(
                LogScale.concentration(ofLogarithm: interval.lowerBound), value)...max(
                    LogScale.concentration(ofLogarithm: interval.upperBound), value))
    }

    /// The concentration, moved into the high class or below it according to its probability.
    ///
    /// It is never moved into a class that the interval does not reach: where almost nothing was high, only
    /// the prior would support that.
    private func classified(
        _ logarithm: Double, within interval: ClosedRange<Double>, of outlook: Outlook
    ) -> Double {
        let start = Self.highStart(bounds)
        let concentration = LogScale.concentration(ofLogarithm: logarithm)
        let isHigh =
            logarithm >= start - Self.mostRaise && interval.upperBound >= start
            && high.probability(of: Self.highRow(of: outlook, median: logarithm, start: start)) >= threshold
        return isHigh ? max(concentration, bounds.high) : min(concentration, bounds.high - 1)
    }

    static func highStart(_ bounds: LevelBounds) -> Double {
        LogScale.logarithm(of: bounds.high - 0.5)
    }

    /// The terms of the median.
    static func row(of outlook: Outlook) -> [Double] { outlook.features + outlook.background }

    /// The terms of the high class's probability.
    ///
    /// They are the ``Outlook/features``, the median's distance from the class, and whether today is in the
    /// class.
    static func highRow(of outlook: Outlook, median: Double, start: Double) -> [Double] {
        // Half, so that the ridge penalises a step less than a slope.
        outlook.features + [median - start, outlook.newest >= start ? 0.5 : 0]
    }
}
