package import Allergens

/// The value of a day at a station, as people see it.
package struct StationReading: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    /// The number of hours whose mean it is, or `nil` when the station gave the day itself.
    package let hours: Int?
    /// The limit that the value lies below, when it could not be measured.
    package let detectionLimit: Double?
    package let quality: ReadingQuality
    /// Whether the mean of the day's hours stands in its place, because it does not count.
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
