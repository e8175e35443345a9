import Allergens
import Foundation
import HTTP
import Hummingbird
import Observations

/// The usual values at a station.
struct NormalRoutes: Sendable {
    let stationStore: any StationStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/stations/{station}/normals", .everyone, handler: normals)]
    }

    /// Answers 200 with each day of the year over all years before `year`, by default the current one.
    @Sendable private func normals(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await stationStore.knownStation(context.station())
        guard let allergen = try request.allergen("allergen", in: environment.taxonomy)
        else { throw Problem.parameter("allergen", "allergen is needed.") }
        let year = try request.year("year") ?? environment.today.components.year
        let days = try await stationStore.normals(of: allergen.id, at: station.id, before: year)
        return try request.answer(
            NormalsWire(
                station: station.id.rawValue, allergen: allergen.id, unit: allergen.unit, before: year,
                days: days.map(NormalsWire.Day.init)))
    }
}

extension Request {
    /// A year of the accepted days.
    func year(_ name: String) throws -> Int? {
        guard let text = text(name) else { return nil }
        let accepted = CivilDate.accepted
        let years = accepted.lowerBound.components.year...accepted.upperBound.components.year
        guard let year = Int(text), years.contains(year) else {
            throw Problem.parameter(
                name, "\(name) is not a year from \(years.lowerBound) to \(years.upperBound).")
        }
        return year
    }
}
