package import Alerts
package import Allergens
package import Observations

/// Makes the map of a day, so that fences can be evaluated by its highest value.
package protocol FieldSampler: Sendable {
    /// The map that the stations' values make on a day.
    func field(of allergen: Allergen, on day: CivilDate, among values: [DayValue]) -> any FenceField
}

/// The map of one allergen on one day.
package protocol FenceField {
    /// Metres around a station within which its value changes the map.
    var reach: Double { get }

    /// The highest value of the map inside a fence, or `nil` where the map shows nothing.
    func highest(in fence: WatchingFence) throws -> FieldValue?
}

/// The highest value of the map inside a fence.
package struct FieldValue: Hashable, Sendable {
    /// In the allergen's unit.
    package let concentration: Double
    package let level: Level
    /// The station nearest to the place with that value.
    package let nearest: Station.ID
    /// Metres from that place to the station.
    package let distance: Double

    package init(concentration: Double, level: Level, nearest: Station.ID, distance: Double) {
        self.concentration = concentration
        self.level = level
        self.nearest = nearest
        self.distance = distance
    }
}
