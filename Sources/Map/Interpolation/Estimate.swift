package import Allergens
package import Observations

/// The likely concentration at a place, and how far it can be trusted.
package struct Estimate: Hashable, Sendable {
    /// The concentration in the allergen's unit.
    package let concentration: Double
    package let level: Level
    /// 0…10, see ``LevelBounds/index(of:)``.
    package let index: Double
    /// 1 within ``Reach/full`` of a station, falling to 0 at ``Reach/metres``; lower where readings are old.
    package let confidence: Double
    /// The sample of the nearest station.
    package let nearest: DayValue
    /// The great-circle distance to that station in metres.
    package let distance: Double
}
