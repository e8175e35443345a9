package import Allergens

/// One allergen's year at a station beside its earlier years.
///
/// A season runs by the 90 % method, from the day on which 5 % of the year's sum have been in the air to the day
/// of 95 % (Nilsson & Persson 1981, Grana 20:179–182). The sum of a year that is not over is unknown: each season
/// begins when its values add up to 5 % of the mean sum of the earlier years, so that an early start is known on
/// its day, and the start of all years is measured alike.
///
/// Years are those of the calendar. A season across New Year, as in the southern hemisphere, is thus cut in two.
package struct ComparedSeason: Hashable, Sendable {
    static let startShare = 0.05
    static let endShare = 0.95

    /// This year's season, as far as it is known.
    package struct Season: Hashable, Sendable {
        /// The day on which it began; `nil` before, or without normals.
        package let start: CivilDate?
        /// How many days later than usual it began; negative if it was earlier.
        package let delay: Int?
        /// The day with the highest value so far.
        package let peak: DailyValue
        /// The day on which it ended; `nil` while later days could still count.
        package let end: CivilDate?
        /// The sum of the values so far, in grains · day/m³ for pollen.
        package let sum: Double
    }

    package let year: Int
    /// The values of the year, in order.
    package let values: [DailyValue]
    /// What was usual on each day of the year; empty if fewer than three earlier years count.
    package let normals: [DayQuantiles]
    /// The number of earlier years that count: those that measured at least nine tenths of a usual season.
    package let years: Int
    package let usual: UsualSeason?
    /// `nil` while no value is above 0.
    package let season: Season?

    /// Compares a year with those before it.
    ///
    /// - Parameters:
    ///   - values: All values of the station, in any order; those after the year do not count.
    ///   - year: The year.
    ///   - today: The current day, by which a season may be over.
    package init(_ values: [DailyValue], year: Int, today: CivilDate) {
        let byYear = Dictionary(grouping: values) { $0.day.components.year }
        self.year = year
        self.values = (byYear[year] ?? []).sorted { $0.day < $1.day }
        let normals = SeasonNormals(byYear.filter { $0.key < year }.map { StationYear($0.value) })
        self.normals = normals?.quantiles ?? []
        years = normals?.years.count ?? 0
        usual = normals?.usual
        season = Self.season(StationYear(self.values), in: year, normals, usual, today)
    }

    /// Whether a station with values since a day may have years enough to say what is normal in a year.
    package static func mayHaveNormals(of year: Int, since day: CivilDate) -> Bool {
        year - day.components.year >= SeasonNormals.leastYears
    }

    private static func season(
        _ values: StationYear, in year: Int, _ normals: SeasonNormals?, _ usual: UsualSeason?,
        _ today: CivilDate
    ) -> Season? {
        guard let peak = values.peak else { return nil }
        let start = normals.flatMap { values.day(reaching: $0.startSum) }
        let isOver =
            today.components.year > year
            || today.components.year == year
                && normals.map { today.commonDayOfYear > $0.lastDay } == true
        let end = isOver ? values.day(reaching: endShare * values.sum) : nil
        return Season(
            start: start.map { CivilDate(commonDay: $0, of: year) },
            delay: start.flatMap { start in usual.map { start - $0.start } },
            peak: DailyValue(day: CivilDate(commonDay: peak.dayOfYear, of: year), value: peak.value),
            end: end.map { CivilDate(commonDay: $0, of: year) }, sum: values.sum)
    }
}

extension CivilDate {
    /// The day of a year that a day of a common year, 1…365, stands for.
    fileprivate init(commonDay: Int, of year: Int) {
        let (_, month, day) = CivilDate(daysSinceEpoch: commonDay - 1).components
        guard let date = CivilDate(year: year, month: month, day: day)
        else { preconditionFailure("every year has the days of a common year") }
        self = date
    }
}
