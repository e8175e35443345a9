package import Allergens
import Foundation
package import Geography
import HTTP
import Hummingbird
package import Observations
package import Seasons

/// Values of many years.
package protocol SeasonStore: Sendable {
    /// All daily values of an allergen at a station that count, in order.
    func dailyValues(of allergen: Allergen.ID, at station: Station.ID) async throws -> [DailyValue]
    /// The stations within `radius` metres of a place that ever reported an allergen, the nearest first, at most
    /// `most`.
    func stations(
        reporting allergen: Allergen.ID, around place: Coordinate, within radius: Double, most: Int
    ) async throws -> [DistantStation]
}

/// The season at a station or a place, beside its earlier years.
struct SeasonRoutes: Sendable {
    let seasonStore: any SeasonStore
    let stationStore: any StationStore
    let stationReview: any StationReviewStore
    let tileSource: any TileSource
    let environment: APIEnvironment
    private let kept = KeptSeasons()

    init(
        seasonStore: any SeasonStore, stationStore: any StationStore,
        stationReview: any StationReviewStore, tileSource: any TileSource, environment: APIEnvironment
    ) {
        self.seasonStore = seasonStore
        self.stationStore = stationStore
        self.stationReview = stationReview
        self.tileSource = tileSource
        self.environment = environment
    }

    /// The distance in metres within which a station speaks for a place: the widest reach of any allergen.
    private static let reach = 150_000.0
    /// The stations that are asked for their earlier years, the nearest first.
    private static let most = 6

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/stations/{station}/season", .everyone, handler: ofStation),
            Endpoint(.get, "/v1/air/season", .everyone, handler: atPlace),
        ]
    }

    @Sendable private func ofStation(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await stationStore.knownStation(context.station())
        let (allergen, year) = try wish(request)
        let curve = try await curve(of: allergen, at: station, in: year)
        return try request.answer(try await wire(curve, allergen, at: station, distance: nil))
    }

    /// Answers with the nearest station that knows what is normal, or else the nearest one.
    @Sendable private func atPlace(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let place = try request.position()
        let (allergen, year) = try wish(request)
        let near = try await seasonStore.stations(
            reporting: allergen.id, around: place, within: Self.reach, most: Self.most)
        var nearest: (curve: ComparedSeason, found: DistantStation)?
        for found in near {
            let curve = try await curve(of: allergen, at: found.station, in: year)
            if nearest == nil || !curve.normals.isEmpty { nearest = (curve, found) }
            if !curve.normals.isEmpty { break }
        }
        guard let (curve, found) = nearest else {
            throw Problem(
                .unknownStation,
                "No station within \(Int(Self.reach / 1_000)) km has reported \(allergen.name).")
        }
        return try request.answer(
            try await wire(curve, allergen, at: found.station, distance: found.distance))
    }

    private func wish(_ request: Request) throws -> (allergen: Allergen, year: Int) {
        guard let allergen = try request.allergen("allergen", in: environment.taxonomy)
        else { throw Problem.parameter("allergen", "allergen is needed.") }
        return (allergen, try request.year("year") ?? environment.today.components.year)
    }

    private func curve(of allergen: Allergen, at station: Station, in year: Int) async throws
        -> ComparedSeason
    {
        let today = environment.today
        let wish = KeptSeasons.Wish(station: station.id, allergen: allergen.id, year: year, today: today)
        return try await kept.season(wish, at: tileSource.stamp) {
            ComparedSeason(
                try await seasonStore.dailyValues(of: allergen.id, at: station.id), year: year, today: today)
        }
    }

    private func wire(
        _ curve: ComparedSeason, _ allergen: Allergen, at station: Station, distance: Double?
    ) async throws -> SeasonWire {
        let today = environment.today
        let expected =
            curve.year == today.components.year
            ? try await stationReview.forecasts(
                of: station.id, days: today...today.adding(days: Forecast.furthest),
                allergens: AllergenSet([allergen])) : []
        return SeasonWire(curve, allergen, at: station, distance: distance, forecasts: expected)
    }
}
