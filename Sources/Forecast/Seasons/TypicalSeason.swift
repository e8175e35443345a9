package import Allergens

/// When a season usually is at the stations of a region.
///
/// Each station's own years give its usual days, see ``UsualSeason``; these are the medians over the stations.
package struct TypicalSeason: Hashable, Sendable {
    /// The days of a common year, 1…365; a season across New Year starts on a later day than it ends.
    package let start: Int
    package let peak: Int
    package let end: Int
    /// The number of stations with enough years.
    package let stations: Int
    /// The fewest and the most years that count at one of these stations.
    package let years: ClosedRange<Int>

    /// Finds the season that stations have seen in years that are over, or returns `nil` if none of them has measured
    /// three whole seasons.
    ///
    /// - Parameters:
    ///   - stations: All values of each station, in any order.
    ///   - today: The current day: a year that it belongs to is not over.
    package init?(at stations: some Collection<[DailyValue]>, today: CivilDate) {
        let cut = YearCut(stations)
        let found = stations.compactMap { values -> (season: UsualSeason, years: Int)? in
            guard let normals = SeasonNormals(cut.years(of: values, before: today)),
                let season = normals.usual
            else { return nil }
            return (season, normals.years.count)
        }
        let counts = found.map(\.years)
        guard let start = SeasonNormals.median(found.map(\.season.start)),
            let peak = SeasonNormals.median(found.map(\.season.peak)),
            let end = SeasonNormals.median(found.map(\.season.end)), let fewest = counts.min(),
            let most = counts.max()
        else { return nil }
        self.start = cut.dayOfYear(start)
        self.peak = cut.dayOfYear(peak)
        self.end = cut.dayOfYear(end)
        self.stations = found.count
        years = fewest...most
    }
}

/// Where the years of a region are cut, so that no season is cut in two.
///
/// They begin on 1 January, or on 1 July if more is in the air around New Year than around midyear: for cypress
/// and hazel, and for grass in the southern hemisphere.
private struct YearCut {
    /// The days from 1 July to 1 January.
    private static let halfYear = 184
    /// The days around New Year and midyear that are compared.
    private static let window = 30

    private let shift: Int

    init(_ stations: some Collection<[DailyValue]>) {
        var (atNewYear, atMidyear) = (0.0, 0.0)
        for value in stations.joined() {
            let day = value.day.commonDayOfYear
            if day <= Self.window || day > StationYear.days - Self.window {
                atNewYear += value.value
            } else if abs(day - (StationYear.days - Self.halfYear)) <= Self.window {
                atMidyear += value.value
            }
        }
        shift = atNewYear > atMidyear ? Self.halfYear : 0
    }

    /// The years that are over, each from its cut on.
    func years(of values: [DailyValue], before today: CivilDate) -> [StationYear] {
        let moved = values.map { DailyValue(day: $0.day.adding(days: shift), value: $0.value) }
        let current = today.adding(days: shift).components.year
        return Dictionary(grouping: moved) { $0.day.components.year }.filter { $0.key < current }
            .map { StationYear($0.value) }
    }

    /// The day of a common calendar year that a day of these years stands for.
    func dayOfYear(_ day: Int) -> Int {
        shift == 0 ? day : (day - 1 + StationYear.days - Self.halfYear) % StationYear.days + 1
    }
}
