import Allergens
import Observations

/// Results of the past beside what was predicted for them, from which intervals are made.
///
/// The intervals aim at holding ``ForecastInterval/probability`` of the results. But years that are harder
/// than those before them would be held too seldom, and easier ones too often. So the past is replayed day
/// by day: wherever the intervals made of the errors before it held too few results, the next leave out
/// less, and otherwise more (adaptive conformal inference: Gibbs & Candès 2021, arXiv 2106.00170).
struct PastErrors {
    /// A result, and what a fit predicted that it did not teach.
    private struct Past {
        let day: CivilDate
        let prediction: Double
        let found: Double
        let isUsual: Bool
    }

    /// In the order of their days.
    private let results: [Past]
    private let newest: CivilDate

    /// The days before the newest result whose errors make the interval.
    ///
    /// Seasons and counting change: with fifteen years, .81 of the results of 1998 to 2011 lay in the
    /// interval, and .83 of beech; with five, few errors were left of ragweed.
    private static let errorDays = 8 * 365
    /// With fewer results in ``errorDays``, older errors count as well.
    private static let leastErrors = 300
    /// The fewest errors before a year by which its results are judged.
    private static let leastJudges = 40
    /// The days that are judged by the errors before them, as long as a season takes to come back.
    private static let yearDays = 365
    /// The years that are replayed: what was held before them no longer matters.
    private static let replayedYears = 8

    /// Takes results and their predictions, in the same order.
    init(_ known: [OutlookResult], predictions: [Double]) {
        results = zip(known, predictions)
            .map {
                Past(
                    day: $0.outlook.target, prediction: $1, found: $0.found, isUsual: $0.outlook.isUsual)
            }
            .sorted { $0.day < $1.day }
        newest = results.last?.day ?? CivilDate.accepted.lowerBound
    }

    /// The intervals for the days to come.
    func intervals() -> ErrorIntervals {
        Self.bands(of: results[...], until: newest).intervals(leavingOut: leftOut() / 2)
    }

    /// The share of results that the intervals must leave out on both sides together, to hold as many as
    /// they should.
    ///
    /// Only days that are judged count: on days on which next to nothing flies, the interval holds almost
    /// all.
    func leftOut() -> Double {
        var share = Self.aim
        for year in (0..<Self.replayedYears).reversed() {
            let end = newest.adding(days: -year * Self.yearDays)
            let start = end.adding(days: -Self.yearDays)
            let earlier = results.prefix { $0.day <= start }
            guard earlier.count >= Self.leastJudges else { continue }
            let bands = Self.bands(of: earlier, until: start)
            let judged = results[earlier.endIndex...].prefix { $0.day <= end }.filter(\.isUsual)
            share = Self.replay(judged, by: bands, from: share)
        }
        return share
    }

    /// The share of results that intervals leave out.
    private static let aim = 1 - ForecastInterval.probability

    /// The bands of the errors of the last years up to a day.
    private static func bands(of results: ArraySlice<Past>, until day: CivilDate) -> ErrorBands {
        let recent = results.filter { $0.day > day.adding(days: -errorDays) }
        let judges = recent.count >= leastErrors ? recent : Array(results)
        return ErrorBands(predictions: judges.map(\.prediction), found: judges.map(\.found))
    }

    /// The share to leave out after the days of a year, from that before it.
    ///
    /// All stations of a day are one step: their errors come from the same weather.
    private static func replay(_ year: [Past], by bands: ErrorBands, from start: Double) -> Double {
        var share = start
        var place = year.startIndex
        while place < year.endIndex {
            let day = year[place...].prefix { $0.day == year[place].day }
            let intervals = bands.intervals(leavingOut: share / 2)
            let missed = day.count { !intervals.interval(around: $0.prediction).contains($0.found) }
            share += IntervalChoice.pace * (aim - Double(missed) / Double(day.count))
            place = day.endIndex
        }
        return share
    }
}
