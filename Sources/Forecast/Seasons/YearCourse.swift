package import Allergens

/// What the years of stations that are over say of the air of a region.
package protocol UsualYear: Sendable {
    /// Takes all values of each station, in any order; `nil` if no station has enough years before that of `today`.
    init?(at stations: some Collection<[DailyValue]>, today: CivilDate)

    /// The number of stations with enough years.
    var stations: Int { get }
}

extension TypicalSeason: UsualYear {}

/// How much is usually in the air of a region in each month of the year.
///
/// Each station's own years give its usual months; these are the medians over the stations.
package struct YearCourse: UsualYear, Hashable {
    /// What the days of a month have.
    package struct Month: Hashable, Sendable {
        /// A tenth of the days has at most as much.
        package let tenth: Double
        package let median: Double
        package let nineTenths: Double
    }

    /// January to December; `nil` for a month that no station has measured in enough years.
    package let months: [Month?]
    package let stations: Int
    /// The fewest and the most years that a month counts at one of these stations.
    package let years: ClosedRange<Int>

    /// The least number of years of a month: with fewer, one with unusual weather would be taken for the usual one.
    package static let leastYears = SeasonNormals.leastYears
    /// The fewest days with a value in a month of a year: with fewer, the weather of a week or two would stand for it.
    package static let leastDays = 20

    package init?(at stations: some Collection<[DailyValue]>, today: CivilDate) {
        let current = today.components.year
        let found = stations.map { StationCourse($0, before: current) }
            .filter { course in course.months.contains { $0 != nil } }
        let counts = found.flatMap { $0.months.compactMap { $0?.years } }
        guard let fewest = counts.min(), let most = counts.max() else { return nil }
        months = (0..<12).map { place in
            let own = found.compactMap { $0.months[place]?.month }
            guard !own.isEmpty else { return nil }
            func middle(_ part: KeyPath<Month, Double>) -> Double {
                own.map { $0[keyPath: part] }.sorted().quantile(0.5)
            }
            return Month(
                tenth: middle(\.tenth), median: middle(\.median), nineTenths: middle(\.nineTenths))
        }
        self.stations = found.count
        years = fewest...most
    }
}

/// The usual months of one station.
private struct StationCourse {
    let months: [(month: YearCourse.Month, years: Int)?]

    /// Takes the days of the years before one.
    init(_ values: [DailyValue], before current: Int) {
        var days = [[Int: [Double]]](repeating: [:], count: 12)
        for value in values {
            let (year, month, _) = value.day.components
            if year < current { days[month - 1][year, default: []].append(value.value) }
        }
        months = days.map { years in
            let whole = years.values.filter { $0.count >= YearCourse.leastDays }
            guard whole.count >= YearCourse.leastYears else { return nil }
            let sorted = whole.joined().sorted()
            let month = YearCourse.Month(
                tenth: sorted.quantile(0.1), median: sorted.quantile(0.5), nineTenths: sorted.quantile(0.9))
            return (month: month, years: whole.count)
        }
    }
}

extension [Double] {
    /// A quantile of values in ascending order, at least one, interpolated linearly between them (definition 7 of
    /// Hyndman & Fan 1996, The American Statistician 50:361–365).
    func quantile(_ share: Double) -> Double {
        let place = share * Double(count - 1)
        let below = Int(place)
        let above = Swift.min(below + 1, count - 1)
        return self[below] + (self[above] - self[below]) * (place - Double(below))
    }
}
