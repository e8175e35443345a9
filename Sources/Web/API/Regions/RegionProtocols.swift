package import Allergens
package import Geography
package import Observations

/// Regions, and what sources state for them.
package protocol RegionStore: Sendable {
    /// The regions after one in the order of identifiers, at most `limit`, of those whose box meets `box` if there is one.
    func regions(after id: Region.ID?, in box: BoundingBox?, limit: Int) async throws -> [Region]
    /// The same regions with what is known of each for a day, which may be nothing.
    func regionAir(
        after id: Region.ID?, in box: BoundingBox?, limit: Int, on day: CivilDate
    ) async throws -> [RegionAir]
    /// What is known of a region for a day, or `nil` when there is no such region.
    func regionAir(of id: Region.ID, on day: CivilDate) async throws -> RegionAir?
    /// What is known for a day of the regions that hold a position.
    func regionAir(at position: Coordinate, on day: CivilDate) async throws -> [RegionAir]
    /// The classes that were stated for a station, by day.
    func classes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [ClassReading]
}
