package import Allergens

/// The norm of a station for a day of the year: the mean logarithm of the same days in earlier years.
///
/// Years are counted back from the day itself, 365.2425 days each, so that neither leap days nor a season
/// across New Year, as in the southern hemisphere, need a calendar. In each year the ten days before and
/// after count as well, nearer ones more. The 355 days before the day are ignored, so that a forecast made on
/// the day before uses only what was known then.
package struct SeasonalNorm: Sendable {
    /// The number of past years that count; taxa spread and seasons shift, so older years reflect another
    /// climate.
    package static let years = 15

    /// Days before and after that count, with a weight that falls to zero beyond them.
    private static let halfWidth = 10

    /// The mean length of a year in the Gregorian calendar.
    private static let yearLength = 365.2425

    /// The number of days of history that the norm of a day needs.
    package static let reach = Int(Double(years) * yearLength) + halfWidth + 1

    /// For each day from `first` on, the weighted sum of the logarithms around it and the sum of the weights.
    private let first: CivilDate
    private let sums: [(logarithm: Float, weight: Float)]

    /// Prepares the norms of a series.
    package init(_ series: DailySeries) {
        guard let span = series.span else {
            (first, sums) = (CivilDate(daysSinceEpoch: 0), [])
            return
        }
        let first = span.lowerBound.adding(days: -Self.halfWidth)
        let length = span.upperBound.daysSinceEpoch - first.daysSinceEpoch + Self.halfWidth + 1
        var sums = [(logarithm: Float, weight: Float)](repeating: (0, 0), count: length)
        for day in series.days {
            guard let logarithm = series[day] else { continue }
            let centre = day.daysSinceEpoch - first.daysSinceEpoch
            for offset in -Self.halfWidth...Self.halfWidth {
                let weight = Float(Self.halfWidth + 1 - abs(offset))
                sums[centre + offset].logarithm += weight * Float(logarithm)
                sums[centre + offset].weight += weight
            }
        }
        (self.first, self.sums) = (first, sums)
    }

    /// The mean logarithm for a day, or `nil` when no earlier year has half of the days around it.
    package func logarithm(on day: CivilDate) -> Double? {
        let wholeWeight = Float((Self.halfWidth + 1) * (Self.halfWidth + 1))
        var sum: (logarithm: Float, weight: Float) = (0, 0)
        for year in 1...Self.years {
            let back = Int((Double(year) * Self.yearLength).rounded())
            let place = day.daysSinceEpoch - back - first.daysSinceEpoch
            guard sums.indices.contains(place), sums[place].weight >= wholeWeight / 2 else { continue }
            sum.logarithm += sums[place].logarithm
            sum.weight += sums[place].weight
        }
        return sum.weight > 0 ? Double(sum.logarithm / sum.weight) : nil
    }
}
