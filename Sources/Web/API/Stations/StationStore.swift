package import Allergens
package import Geography
package import Observations

/// Stations and their readings.
package protocol StationStore: Sendable {
    func stations() async throws -> [Station]
    func stations(in box: BoundingBox) async throws -> [Station]
    func station(_ id: Station.ID) async throws -> Station?
    func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationReading]
    /// The years in which a station has values, newest first.
    func years(of station: Station.ID) async throws -> [Int]
    /// The usual values of each day of the year, over all years before one.
    func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal]
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue]
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue]
    /// For each allergen with data, the first and last day with a reading or forecast.
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>]
}
