package import Allergens

/// What is known about a region on one day.
package struct RegionAir: Sendable {
    /// The concentration of an allergen, and the hours it is the mean of.
    package struct Concentration: Hashable, Sendable {
        package let allergen: Allergen.ID
        package let value: Double
        /// The number of hours of which it is the mean, or `nil` when the source gave the day itself.
        package let hours: Int?
        package let basis: Basis

        package init(allergen: Allergen.ID, value: Double, hours: Int?, basis: Basis) {
            self.allergen = allergen
            self.value = value
            self.hours = hours
            self.basis = basis
        }

        /// Whether it represents the day, so that the scales for daily means apply.
        package var isDaily: Bool { hours.map { $0 >= Reading.hoursForADay } ?? true }
    }

    package let region: Region
    package let day: CivilDate
    package let classes: [ClassReading]
    package let concentrations: [Concentration]

    package init(
        region: Region, day: CivilDate, classes: [ClassReading], concentrations: [Concentration]
    ) {
        self.region = region
        self.day = day
        self.classes = classes
        self.concentrations = concentrations
    }
}
