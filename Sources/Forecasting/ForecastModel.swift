package import Allergens

/// What a coming day's concentration will be, learned from what followed in the past.
///
/// The expected logarithm is today's, moved towards what is usual on the coming day, along the season's slope, and
/// against the trend of the last days, each as far as the median of past results moved. A median seldom reaches a class
/// that is rare, and would leave alerts silent; so a second fit tells how probable the high class is, and where that is as
/// probable as it must be for the highest expected critical success index, the value is raised into the class, by 0.5 (a
/// factor of three) at most. The interval holds four of five results.
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

    /// The share of results that an interval is to hold.
    package static let coverage = ErrorBands.coverage

    /// How probable the high class must be at least; named with less it would be a false alarm six times of seven.
    private static let leastProbability = 0.15

    /// The days before the newest result that are learned from.
    ///
    /// Counting has changed since, and so have the seasons. With fifteen years the errors at Basel and Geneva were smaller
    /// than with forty, seven did no better.
    package static let lessonDays = 15 * 365

    /// The most that a median is raised into the high class.
    private static let mostRaise = 0.5

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
        let start = Self.highStart(bounds)
        median = MedianRegression(
            rows: known.map(\.outlook.features), outcomes: known.map { $0.found - $0.outlook.newest },
            size: Outlook.featureCount)
        let rows = known.map { Self.highFeatures(of: $0.outlook, start: start) }
        let high = LogisticRegression(
            rows: rows, events: known.map { $0.found >= start }, prior: Self.highPrior)
        self.high = high
        threshold = max(
            LogisticRegression.bestThreshold(for: rows.map(high.probability(of:))), Self.leastProbability)
        errors = ErrorBands(
            predictions: known.map { [median] in $0.outlook.newest + median.value(of: $0.outlook.features) },
            found: known.map(\.found))
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
        let logarithm = outlook.newest + median.value(of: outlook.features)
        let interval = errors.interval(around: logarithm)
        let value = classified(logarithm, of: outlook)
        return Expectation(
            value: value,
            range: min(
                LogScale.concentration(ofLogarithm: interval.lowerBound), value)...max(
                    LogScale.concentration(ofLogarithm: interval.upperBound), value))
    }

    /// The concentration, in the high class or below it as its probability says.
    private func classified(_ logarithm: Double, of outlook: Outlook) -> Double {
        let start = Self.highStart(bounds)
        let concentration = LogScale.concentration(ofLogarithm: logarithm)
        let isHigh =
            logarithm >= start - Self.mostRaise
            && high.probability(of: Self.highFeatures(of: outlook, start: start)) >= threshold
        return isHigh ? max(concentration, bounds.high) : min(concentration, bounds.high - 1)
    }

    private static func highStart(_ bounds: LevelBounds) -> Double {
        LogScale.logarithm(of: bounds.high - 0.5)
    }

    /// How far today is from the class, and whether it is in it, beside the ``Outlook/features``.
    private static func highFeatures(of outlook: Outlook, start: Double) -> [Double] {
        // Half, so that the ridge lets a step count less than a slope.
        outlook.features + [outlook.newest - start, outlook.newest >= start ? 0.5 : 0]
    }

    /// Before anything is known a day is high when today is; a tenfold concentration makes odds of 55 to 1.
    private static let highPrior = [Double](repeating: 0, count: Outlook.featureCount) + [4, 0]
}
