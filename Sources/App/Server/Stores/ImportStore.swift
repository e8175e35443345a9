package import Foundation
package import Observations

/// What imports add besides readings.
package protocol ImportStore: Sendable {
    func stations() async throws -> [Station]
    func station(_ id: Station.ID) async throws -> Station?
    /// Adds stations; those that exist stay as they are.
    ///
    /// - Returns: The identifiers of the stations that were added.
    @discardableResult
    func add(_ stations: [Station]) async throws -> [Station.ID]
    /// Stores the days of a model's grid in one transaction, each in place of an earlier value.
    func keep(_ days: [GridDay], from source: GridSource) async throws -> IntakeTally
    /// Adds regions, and updates the name, outline and attribution of known ones.
    func keep(_ regions: [Region]) async throws
    /// Stores classes and regional concentrations in one transaction.
    func keep(_ classes: [ClassReading], _ values: [RegionValue], received: Date) async throws -> IntakeTally
    /// Stores weather in one transaction.
    func keep(
        _ weather: [WeatherRecord], at sites: [WeatherSite], received now: Date
    ) async throws -> IntakeTally
}
