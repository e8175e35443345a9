package import Allergens

/// What is known at a station on one day about a coming day, in logarithms.
package struct Outlook: Sendable {
    /// The day of the newest value.
    package let origin: CivilDate
    /// The day to predict.
    package let target: CivilDate
    /// The newest value.
    package let newest: Double
    /// The norm of ``target``, when an earlier year gives one.
    package let norm: Double?
    /// The norm of ``origin``.
    package let normAtOrigin: Double?
    /// The highest of the last seven days.
    package let highestOfWeek: Double
    /// Differences of known values from the newest value; zero means “as it was today”.
    let features: [Double]
    /// The background's differences from the newest value: the mean of the last ``memory`` days, and the
    /// lowest of seven.
    let background: [Double]
    /// How the weather changes, in the terms of ``WeatherChange``; `nil` where it is unknown.
    let weather: [Double]?
    /// ``newest``, moved as a numerical model moves from ``origin`` to ``target``; `nil` where it is unknown.
    let followed: Double?

    /// The number of days up to and including the origin that count.
    package static let memory = 21

    /// The most days that a forecast looks ahead of the newest reading: one more than readings count, see
    /// `Recency`.
    package static let mostDaysAhead = Recency.oldest + 1

    /// Looks from a day with a value to a later one; `nil` when the origin has no value.
    ///
    /// `modelChange` is by how many decades a numerical model is higher on the later day.
    package init?(
        from origin: CivilDate, to target: CivilDate, series: DailySeries,
        norm: (CivilDate) -> Double?, weather: WeatherChange? = nil, modelChange: Double? = nil
    ) {
        guard let newest = series[origin] else { return nil }
        self.origin = origin
        self.target = target
        self.newest = newest
        let known = { (days: Int) in (1 - days...0).compactMap { series[origin.adding(days: $0)] } }
        let mean = { (values: [Double]) in values.reduce(0, +) / Double(values.count) }
        let (week, weeks) = (known(7), known(Self.memory))
        highestOfWeek = week.max() ?? newest
        // Both or neither: without the slope of the season, its height misleads.
        let norms = norm(target).flatMap { then in norm(origin).map { (then: then, now: $0) } }
        self.norm = norms?.then
        normAtOrigin = norms?.now
        features = [
            norms.map { $0.then - newest } ?? 0, norms.map { $0.then - $0.now } ?? 0,
            newest - mean(known(3)), mean(week) - newest,
            newest - (series[origin.adding(days: -1)] ?? newest),
            highestOfWeek - newest, (weeks.max() ?? newest) - newest, 1,
        ]
        background = [mean(weeks) - newest, (week.min() ?? newest) - newest]
        self.weather = weather?.terms(inAir: (newest + (norms?.then ?? newest)) / 2)
        followed = modelChange.map { max(newest + $0, 0) }
    }

    /// The number of days from the newest value to the day to predict.
    var daysAhead: Int { target.daysSinceEpoch - origin.daysSinceEpoch }

    /// Whether the season shows; days on which nothing flies, or has flown, teach nothing.
    var isInSeason: Bool {
        norm ?? 0 >= LogScale.logarithm(of: Self.leastNorm)
            || highestOfWeek >= LogScale.logarithm(of: Self.leastHighest)
    }

    /// Whether earlier years make a grain or more usual on the day to predict: such days are judged.
    package var isUsual: Bool { norm ?? 0 >= LogScale.logarithm(of: Self.leastUsual) }

    /// The smallest norm of a day that is judged, in the allergen's unit.
    private static let leastUsual = 1.0
    /// The smallest norm of a day in the season, in the allergen's unit.
    private static let leastNorm = 0.3
    /// The smallest maximum of the last seven days in the season, in the allergen's unit.
    private static let leastHighest = 1.0
}

/// An outlook and its outcome.
package struct OutlookResult: Sendable {
    package let outlook: Outlook
    /// The measured logarithm.
    package let found: Double
}

extension OutlookResult {
    /// The outlook of a series over `ahead` days to `target`, with its outcome; `nil` where either is unknown.
    ///
    /// `weather` tells how the weather changed from one day to another, as far as it is known.
    init?(
        of series: DailySeries, norm: SeasonalNorm, ahead: Int, on target: CivilDate,
        weather: (CivilDate, CivilDate) -> WeatherChange?
    ) {
        let origin = target.adding(days: -ahead)
        guard let found = series[target], series[origin] != nil,
            let outlook = Outlook(
                from: origin, to: target, series: series, norm: norm.logarithm(on:),
                weather: weather(origin, target))
        else { return nil }
        self.init(outlook: outlook, found: found)
    }

    /// Every outlook of a series over `ahead` days with an outcome in `days`, in order.
    ///
    /// `weather` tells how the weather changed from one day to another, as far as it is known.
    package static func all(
        of series: DailySeries, norm: SeasonalNorm, ahead: Int, in days: ClosedRange<CivilDate>,
        weather: (CivilDate, CivilDate) -> WeatherChange? = { _, _ in nil }
    ) -> [OutlookResult] {
        series.days.filter(days.contains).compactMap {
            OutlookResult(of: series, norm: norm, ahead: ahead, on: $0, weather: weather)
        }
    }
}
