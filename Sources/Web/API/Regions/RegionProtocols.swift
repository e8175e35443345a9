package import Allergens
package import Geography
package import Observations

/// Regions, and the classes that sources state for them.
package protocol RegionStore: Sendable {
    /// At most `limit` regions after one, by identifier; only those that intersect `box`, if given.
    func regions(after id: Region.ID?, in box: BoundingBox?, limit: Int) async throws -> [Region]
    /// The same regions, each with its data for a day, which may be none.
    func regionAir(
        after id: Region.ID?, in box: BoundingBox?, limit: Int, on day: CivilDate
    ) async throws -> [RegionAir]
    /// The data of a region for a day; `nil` if there is no such region.
    func regionAir(of id: Region.ID, on day: CivilDate) async throws -> RegionAir?
    /// The data for a day of the regions that contain a position.
    func regionAir(at position: Coordinate, on day: CivilDate) async throws -> [RegionAir]
    /// The classes stated for a station, by day.
    func classes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [ClassReading]
}
