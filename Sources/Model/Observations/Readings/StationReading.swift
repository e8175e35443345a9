package import Allergens

/// The value of a day at a station, as people see it.
package struct StationReading: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    /// The number of hours of which it is the mean, or `nil` when the station reported the day itself.
    package let hours: Int?
    /// The detection limit, when the value was below it and could not be measured.
    package let detectionLimit: Double?
    package let quality: ReadingQuality
    /// Whether the value does not count, and the mean of the day's hours takes its place.
    package let isAside: Bool

    package init(
        allergen: Allergen.ID, day: CivilDate, value: Double, hours: Int?, detectionLimit: Double? = nil,
        quality: ReadingQuality = .valid, isAside: Bool = false
    ) {
        self.allergen = allergen
        self.day = day
        self.value = value
        self.hours = hours
        self.detectionLimit = detectionLimit
        self.quality = quality
        self.isAside = isAside
    }
}
