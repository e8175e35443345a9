package import Allergens

/// What a coming day's concentration will be, learned from what followed in the past.
///
/// The expected logarithm is today's, moved towards what is usual on the coming day, along the season's slope, towards
/// what was there in the last weeks, and against the trend of the last days, each as far as the median of past results
/// moved; a day of many grains counts more than one of few. A median seldom reaches a class that is rare, and would leave
/// alerts silent; so a second fit tells how probable the high class is, and where that is as probable as it must be for
/// the highest expected critical success index, the value is raised into the class, by 0.5 (a factor of three) at most.
/// Both fits begin at ``ForecastPrior`` and leave it as far as the taxon's own past demands: hazel is high on five days of
/// a season, which alone would teach chance. The interval holds four of five results.
package struct ForecastModel: Sendable {
    private let median: MedianRegression
    private let high: LogisticRegression
    private let threshold: Double
    private let errors: ErrorBands
    private let bounds: LevelBounds

    /// The results from which a model is made at least: two or three months of a season.
    package static let leastResults = 100

    /// The results that are looked at at most, the newest: more would not move the coefficients.
    package static let mostResults = 20_000

    /// How probable the high class must be at least; named with less it would be a false alarm six times of seven.
    private static let leastProbability = 0.15

    /// The days before the newest result that are learned from.
    ///
    /// Counting has changed since, and so have the seasons. With fifteen years the errors at Basel and Geneva were smaller
    /// than with forty, seven did no better.
    package static let lessonDays = 15 * 365

    /// The most that a median is raised into the high class.
    private static let mostRaise = 0.5

    /// The power of today's concentration with which an error counts: .3 to .5 did alike, and better than none in the
    /// mean error of concentrations and of logarithms.
    private static let weightPower = 0.4

    /// What the prior of the high class weighs, as much as the four hundred days on which high is as likely as not.
    ///
    /// Less let the few high days of hazel and ragweed teach chance; more was no better.
    private static let highRidge = 100.0

    /// Learns from results of one taxon over one number of days ahead; `nil` when the season has fewer than
    /// ``leastResults``.
    ///
    /// All that a result holds was known on its target day: a model from results until a day knows nothing later.
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

    /// A concentration in the allergen's unit, and the interval that holds four of five.
    package struct Expectation: Hashable, Sendable {
        package let value: Double
        package let range: ClosedRange<Double>

        package init(value: Double, range: ClosedRange<Double>) {
            self.value = value
            self.range = range
        }
    }

    /// What is to be expected.
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

    /// The concentration, in the high class or below it as its probability says, but never in a class that the interval
    /// does not reach: where next to nothing was high, nothing but the prior would speak for it.
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

    /// What the median rests on.
    static func row(of outlook: Outlook) -> [Double] { outlook.features + outlook.background }

    /// What the probability of the high class rests on: how far the median is from the class and whether today is in it,
    /// beside the ``Outlook/features``.
    static func highRow(of outlook: Outlook, median: Double, start: Double) -> [Double] {
        // Half, so that the ridge lets a step count less than a slope.
        outlook.features + [median - start, outlook.newest >= start ? 0.5 : 0]
    }
}
