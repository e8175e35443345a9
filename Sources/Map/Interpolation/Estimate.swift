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
    /// The day that it is about: that of the nearest sample, or of the field where a model stands alone.
    package let day: CivilDate
    /// How it is known: as the nearest sample is, or ``Basis/modelled`` where most of it is a model's.
    package let basis: Basis
    /// The sample of the nearest station in reach; `nil` where a model stands alone.
    package let nearest: DayValue?
    /// The great-circle distance to that station in metres.
    package let distance: Double?
    /// The numerical model that takes part, if one covers the place.
    package let model: GridSource?
}
