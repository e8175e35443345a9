package import Observations

/// All readings, as an export and an evaluation pass through them.
package protocol ExportStore: Sendable {
    /// Whether any daily value is the mean of hours.
    func hasMeans() async throws -> Bool
    /// Calls `body` with every daily reading, by station, day and allergen.
    func forEachReading(
        _ body: @escaping @Sendable (Station.ID, StationReading) throws -> Void
    ) async throws
    /// Calls `body` with every reading of one hour or three hours, by station, end and allergen.
    func forEachHour(_ body: @escaping @Sendable (Reading) throws -> Void) async throws
}
