package import Allergens
package import Geography
package import Observations

/// The air at a place.
package protocol AirSource: Sendable {
    /// What is known at a position on a day, by allergen; what is unknown there is not in the list.
    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue]
}
