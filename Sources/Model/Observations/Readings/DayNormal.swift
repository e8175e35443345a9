/// What past years say about one day of the year, for comparison with a season.
package struct DayNormal: Hashable, Sendable {
    /// The day of a common year, 1…365; 29 February counts with the 28th.
    package let dayOfYear: Int
    /// The mean over the years, in the allergen's unit.
    package let mean: Double
    /// The value in the year with the lowest one.
    package let lowest: Double
    /// The value in the year with the highest one.
    package let highest: Double
    /// The number of years with a value for this day.
    package let years: Int

    package init(dayOfYear: Int, mean: Double, lowest: Double, highest: Double, years: Int) {
        self.dayOfYear = dayOfYear
        self.mean = mean
        self.lowest = lowest
        self.highest = highest
        self.years = years
    }
}
