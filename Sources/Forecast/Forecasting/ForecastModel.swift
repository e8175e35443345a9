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
/// five days of a season, from which alone a fit would learn noise. The interval is made of ``PastErrors``,
/// and should hold four of five results.
package struct ForecastModel: Sendable {
    private let median: MedianRegression
    private let high: LogisticRegression
    /// The probability from which on the high class is named; infinite where it never is.
    private let threshold: Double
    private let intervals: ErrorIntervals
    private let bounds: LevelBounds
    /// Whether the fits have the terms of ``WeatherChange``.
    private let knowsWeather: Bool

    /// The fewest results from which a model is made: two or three months of a season.
    package static let leastResults = 100

    /// The most results to learn from, the newest ones: more would not change the coefficients.
    package static let mostResults = 20_000

    /// The days before the newest result that the model learns from.
    ///
    /// Counting methods and seasons have changed since earlier times. With fifteen years the errors at Basel
    /// and Geneva were smaller than with forty; seven years were no better.
    package static let lessonDays = 15 * 365

    /// The least share of high days among those so named, for a high day two or more days ahead.
    ///
    /// Each is named by a fit that its own span did not teach, see ``HighLessons/precision(from:)``. With less
    /// the evidence is thin: over 1998 to 2011, high days of ragweed were named worse than by persistence; .34
    /// and more name none of them. With forecast weather, .34 names fifteen days of hazel more than .35, of which
    /// seven came, and .4 forty fewer, of which 22 came.
    private static let leastPrecision = 0.35

    /// Learns from results of one taxon for one number of days ahead; `nil` when the season has fewer than
    /// ``leastResults``.
    ///
    /// All data of a result were known on its target day: a model from results up to a day knows nothing
    /// later.
    ///
    /// - Parameters:
    ///   - results: The results.
    ///   - bounds: The classes of the taxon.
    ///   - knowsWeather: Whether the model knows how the weather changes. Then it learns only from results with
    ///     that knowledge, and can be asked only for such outlooks.
    package init?(
        _ results: some Sequence<OutlookResult>, bounds: LevelBounds,
        knowingWeather knowsWeather: Bool = false
    ) {
        var known = results.filter { $0.outlook.isInSeason && (!knowsWeather || $0.outlook.weather != nil) }
        let newest = known.map(\.outlook.target).max() ?? CivilDate.accepted.lowerBound
        known.removeAll { $0.outlook.target <= newest.adding(days: -Self.lessonDays) }
        guard known.count >= Self.leastResults else { return nil }
        if known.count > Self.mostResults {
            known.sort { $0.outlook.target < $1.outlook.target }
            known.removeFirst(known.count - Self.mostResults)
        }
        (self.bounds, self.knowsWeather) = (bounds, knowsWeather)
        let lessons = MedianLessons(known, knowingWeather: knowsWeather)
        let median = lessons.fit()
        let crossed = lessons.crossFitted(from: median)
        let start = Self.highStart(bounds)
        let (high, threshold) = HighLessons(
            known, medians: lessons.logarithms(by: median), start: start, knowingWeather: knowsWeather
        ).fit()
        (self.median, self.high) = (median, high)
        if known[0].outlook.daysAhead > 1 {
            let others = HighLessons(known, medians: crossed, start: start, knowingWeather: knowsWeather)
            let isProven = others.precision(from: high).map { $0 >= Self.leastPrecision } ?? false
            self.threshold = isProven ? threshold : .infinity
        } else {
            self.threshold = threshold
        }
        intervals = PastErrors(known, predictions: crossed).intervals()
    }

    /// A concentration in the allergen's unit, and the interval that holds four of five outcomes.
    package struct Expectation: Hashable, Sendable {
        package let value: Double
        package let range: ClosedRange<Double>
        /// Whether the model knew the weather of the coming day.
        package let knowsWeather: Bool

        package init(value: Double, range: ClosedRange<Double>, knowsWeather: Bool = false) {
            self.value = value
            self.range = range
            self.knowsWeather = knowsWeather
        }
    }

    /// The expected concentration.
    ///
    /// - Parameters:
    ///   - outlook: What is known.
    ///   - share: How far to follow the numerical model where the outlook knows it, see ``ModelShares``.
    /// - Returns: The concentration with its interval, which is as wide as without the model.
    package func expectation(of outlook: Outlook, following share: Double = 0) -> Expectation {
        let logarithm = logarithm(of: outlook, following: share)
        let interval = intervals.interval(around: logarithm)
        let value = classified(logarithm, within: interval, of: outlook)
        return Expectation(
            value: value,
            range: min(
                LogScale.concentration(ofLogarithm: interval.lowerBound), value)...max(
                    LogScale.concentration(ofLogarithm: interval.upperBound), value),
            knowsWeather: knowsWeather)
    }

    /// The expected logarithm, moved by a share towards the one that follows the numerical model.
    func logarithm(of outlook: Outlook, following share: Double = 0) -> Double {
        let row = MedianLessons.row(of: outlook, knowingWeather: knowsWeather)
        let plain = outlook.newest + median.value(of: row)
        return outlook.followed.map { plain + share * ($0 - plain) } ?? plain
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
            logarithm >= start - HighLessons.mostRaise && interval.upperBound >= start
            && high.probability(of: highRow(of: outlook, median: logarithm)) >= threshold
        return isHigh ? max(concentration, bounds.high) : min(concentration, bounds.high - 1)
    }

    static func highStart(_ bounds: LevelBounds) -> Double {
        LogScale.logarithm(of: bounds.high - 0.5)
    }

    private func highRow(of outlook: Outlook, median: Double) -> [Double] {
        HighLessons.row(
            of: outlook, median: median, start: Self.highStart(bounds), knowingWeather: knowsWeather)
    }
}
