/// What the years so far say about one day of the year: what a season is held against.
package struct DayNormal: Hashable, Sendable {
    /// The day of a common year, 1…365; 29 February counts with the 28th.
    package let dayOfYear: Int
    /// The mean over the years, in the allergen's unit.
    package let mean: Double
    /// The value of the year in which it was lowest.
    package let lowest: Double
    /// The value of the year in which it was highest.
    package let highest: Double
    /// The years that have a value of this day.
    package let years: Int

    package init(dayOfYear: Int, mean: Double, lowest: Double, highest: Double, years: Int) {
        self.dayOfYear = dayOfYear
        self.mean = mean
        self.lowest = lowest
        self.highest = highest
        self.years = years
    }
}
