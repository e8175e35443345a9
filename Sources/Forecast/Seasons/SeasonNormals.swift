/// What earlier years had on a day of the year.
package struct DayQuantiles: Hashable, Sendable {
    /// The day of a common year, 1…365.
    package let dayOfYear: Int
    /// A tenth of the values was at most as high.
    package let tenth: Double
    package let quarter: Double
    package let median: Double
    package let threeQuarters: Double
    package let nineTenths: Double

    /// Takes the quantiles of values in ascending order, at least one.
    init(dayOfYear: Int, sorted values: [Double]) {
        self.dayOfYear = dayOfYear
        tenth = values.quantile(0.1)
        quarter = values.quantile(0.25)
        median = values.quantile(0.5)
        threeQuarters = values.quantile(0.75)
        nineTenths = values.quantile(0.9)
    }
}

/// When a season usually is: the medians of earlier years, as days of a common year.
package struct UsualSeason: Hashable, Sendable {
    package let start: Int
    package let peak: Int
    package let end: Int
}

/// What earlier years say about a season at a station.
struct SeasonNormals {
    /// The least number of years that say what is normal.
    static let leastYears = 3
    /// The days before and after a day that count with it, so that a season that shifts by days from year to year
    /// leaves a smooth curve.
    static let halfWidth = 5

    /// The part of a usual year that a year must have measured in order to count.
    static let leastCoverage = 0.9
    /// The part of a usual year's sum after whose day a season is over.
    private static let wholeShare = 0.99

    /// The earlier years that count.
    let years: [StationYear]
    /// The last day of a season: on later days hardly anything was ever in the air.
    let lastDay: Int

    /// Takes the years that have values on the days of at least nine tenths of a usual season, and a sum above 0.
    ///
    /// - Returns: `nil` if fewer than ``leastYears`` count.
    init?(_ candidates: [StationYear]) {
        let means = (0..<StationYear.days).map { place in
            let values = candidates.compactMap { $0.values[place] }
            return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
        }
        let sum = means.reduce(0, +)
        guard sum > 0 else { return nil }
        let years = candidates.filter { $0.coverage(of: means) >= Self.leastCoverage && $0.sum > 0 }
        guard years.count >= Self.leastYears else { return nil }
        self.years = years
        var soFar = 0.0
        lastDay =
            1
            + (means.firstIndex { mean in
                soFar += mean
                return soFar >= Self.wholeShare * sum
            } ?? StationYear.days - 1)
    }

    /// The quantiles of each day of the year that any of the years has, of all values within ``halfWidth`` days.
    var quantiles: [DayQuantiles] {
        (1...StationYear.days).compactMap { day in
            let days = max(1, day - Self.halfWidth)...min(StationYear.days, day + Self.halfWidth)
            guard years.contains(where: { $0.values[day - 1] != nil }) else { return nil }
            let pooled = years.flatMap { year in days.compactMap { year.values[$0 - 1] } }
            return DayQuantiles(dayOfYear: day, sorted: pooled.sorted())
        }
    }

    /// The sum at which a season begins, see ``ComparedSeason``.
    var startSum: Double {
        ComparedSeason.startShare * years.reduce(0) { $0 + $1.sum } / Double(years.count)
    }

    var usual: UsualSeason? {
        let starts = years.compactMap { $0.day(reaching: startSum) }
        let peaks = years.compactMap { $0.peak?.dayOfYear }
        let ends = years.compactMap { $0.day(reaching: ComparedSeason.endShare * $0.sum) }
        guard let start = Self.median(starts), let peak = Self.median(peaks), let end = Self.median(ends)
        else { return nil }
        return UsualSeason(start: start, peak: peak, end: end)
    }

    /// The middle of the days; `nil` if there are none.
    static func median(_ days: [Int]) -> Int? {
        guard !days.isEmpty else { return nil }
        let sorted = days.sorted()
        let (lower, upper) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        return (lower + upper) / 2
    }
}
