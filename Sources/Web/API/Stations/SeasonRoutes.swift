import Allergens
import HTTP
import Hummingbird
import Observations
import Seasons

/// The season at a station or a place, beside its earlier years.
struct SeasonRoutes: Sendable {
    let seasons: SeasonReader
    let stationStore: any StationStore
    let stationReview: any StationReviewStore
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/stations/{station}/season", .everyone, handler: ofStation),
            Endpoint(.get, "/v1/air/season", .everyone, handler: atPlace),
        ]
    }

    @Sendable private func ofStation(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await stationStore.knownStation(context.station())
        let (allergen, year) = try wish(request)
        let season = try await seasons.season(of: allergen, at: station, in: year)
        return try request.answer(
            try await wire(PlaceYear(season: season, station: station, distance: nil), allergen))
    }

    @Sendable private func atPlace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let place = try request.position()
        let (allergen, year) = try wish(request)
        guard let found = try await seasons.season(of: allergen, around: place, in: year) else {
            throw Problem(
                .unknownStation,
                "No station within \(Int(SeasonReader.reach / 1_000)) km has reported \(allergen.name).")
        }
        return try request.answer(try await wire(found, allergen))
    }

    private func wish(_ request: Request) throws -> (allergen: Allergen, year: Int) {
        guard let allergen = try request.allergen("allergen", in: environment.taxonomy)
        else { throw Problem.parameter("allergen", "allergen is needed.") }
        return (allergen, try request.year("year") ?? environment.today.components.year)
    }

    private func wire(_ found: PlaceYear, _ allergen: Allergen) async throws -> SeasonWire {
        let today = environment.today
        let expected =
            found.season.year == today.components.year
            ? try await stationReview.forecasts(
                of: found.station.id, days: today...today.adding(days: Forecast.furthest),
                allergens: AllergenSet([allergen])) : []
        return SeasonWire(
            found.season, allergen, at: found.station, distance: found.distance, forecasts: expected)
    }
}
