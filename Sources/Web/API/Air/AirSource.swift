package import Allergens
package import Foundation
package import Geography
package import Observations

/// The air at a place.
package protocol AirSource: Sendable {
    /// What is known at a position on a day, by allergen; what is unknown there is not in the list.
    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue]
}

/// The pollutants in the last hours.
package protocol PollutantHourSource: Sendable {
    /// The last hours of each pollutant around a place, from the nearest station that has any.
    func pollutantHours(around place: Coordinate, until now: Date) async throws -> [PollutantHours]
}
