import Allergens
import Foundation
import Geography
import HTTP
import Hummingbird
import Localisation
import Observations

/// The air at a place, and the vocabulary that describes it.
struct AirRoutes: Sendable {
    let stationStore: any StationStore
    let airSource: any AirSource
    let hourSource: any PollutantHourSource
    let comingHourSource: any ComingHourSource
    let regionStore: any RegionStore
    let environment: APIEnvironment
    let keptHours = KeptHours()

    /// How many hours before the current one the first hour of an answer can be.
    private static let hoursAgo = 0...48

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/air", .everyone, handler: air),
            Endpoint(.get, "/v1/air/hours", .everyone, handler: comingHours),
            Endpoint(.get, "/v1/allergens", .everyone, handler: allergens),
            Endpoint(.get, "/v1/scales", .everyone, handler: scales),
        ]
    }

    /// The air by allergen, and by each air quality index if pollutants are known.
    ///
    /// Texts are in the language that `Accept-Language` prefers.
    @Sendable private func air(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let position = try request.position()
        let day = try TileRoutes.day(of: request, today: environment.today)
        let values = try await airSource.air(at: position, on: day, today: environment.today)
        let later = try await later(than: day, at: position, for: request)
        let hours =
            day == environment.today
            ? try await hourSource.pollutantHours(around: position, until: environment.now()) : []
        var names: [Station.ID: String] = [:]
        for id in Set(values.compactMap(\.station)) { names[id] = try await stationStore.station(id)?.name }
        let language = request.preferredLanguage
        let wire = AirWire(
            values, later: later, hours: hours,
            regions: try await regionStore.regionAir(at: position, on: day), on: day,
            names: names,
            in: language, taxonomy: environment.taxonomy)
        return try request.answer(wire).worded(in: language)
    }

    /// The values from the first of the later days on, if `days` asks for them.
    private func later(
        than day: CivilDate, at position: Coordinate, for request: Request
    ) async throws -> [AirValue] {
        switch request.text("days") {
        case nil, "3": return []
        case "5":
            let first = day.adding(days: AirWire.laterDays.lowerBound)
            return try await airSource.air(at: position, on: first, today: environment.today)
        default: throw Problem.parameter("days", "days is 3 or 5.")
        }
    }

    /// The hours by allergen from the current one on, or from one before it; positions are not recorded anywhere.
    ///
    /// An hour of the past is modelled from what is known now of its day.
    @Sendable private func comingHours(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let position = try request.position()
        guard let ago = Int(request.text("ago") ?? "0"), Self.hoursAgo.contains(ago)
        else {
            let most = Self.hoursAgo.upperBound
            throw Problem.parameter("ago", "ago is a whole number of hours, from 0 to \(most).")
        }
        let hours = try await comingHourSource.comingHours(
            at: position, from: environment.now().addingTimeInterval(-3_600 * Double(ago)))
        let answer = keptHours.answer(hours, compressed: request.takesGzip)
        return request.answer(
            answer.entity, type: "application/json", etag: answer.etag, freshness: Freshness.shared)
    }

    @Sendable private func allergens(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(AllergenList(environment.taxonomy))
    }

    @Sendable private func scales(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = request.preferredLanguage
        let words = MessageCatalogue(language, taxonomy: environment.taxonomy)
        return try request.answer(ScaleList(environment.taxonomy, in: words)).worded(in: language)
    }
}
