package import Allergens
package import Foundation
package import Geography
package import Observations

/// The air at a place.
package protocol AirSource: Sendable {
    /// What is known at a position on a day, by allergen; what is unknown there is not in the list.
    func air(at position: Coordinate, on day: CivilDate, today: CivilDate) async throws -> [AirValue]
}

/// The air in the coming hours.
package protocol ComingHourSource: Sendable {
    /// The ``ComingHours/count`` hours from the current one on, of each allergen whose course of the day is
    /// known, the highest first; hours of unknown days are left out.
    func comingHours(at position: Coordinate, from now: Date) async throws -> [ComingHours]
}

/// The pollutants in the last hours.
package protocol PollutantHourSource: Sendable {
    /// The last hours of each pollutant around a place, from the nearest station that has any.
    func pollutantHours(around place: Coordinate, until now: Date) async throws -> [PollutantHours]
}
