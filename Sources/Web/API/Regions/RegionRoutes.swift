import Allergens
import Foundation
import Geography
import HTTP
import Hummingbird
import Observations

/// Regions, and the classes and concentrations that sources state for them.
struct RegionRoutes: Sendable {
    let regionStore: any RegionStore
    let environment: APIEnvironment

    /// Regions in one answer; an outline has up to a thousand positions.
    static let pageSize = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/regions", .everyone, handler: list),
            Endpoint(.get, "/v1/regions/{region}", .everyone, handler: one),
        ]
    }

    /// A page of regions: those in `bbox`, and with `date`, the data of each for that day.
    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let after = try request.text("after").map { text in
            guard let id = Region.ID(rawValue: text) else {
                throw Problem.parameter("after", "after is the identifier of a region.")
            }
            return id
        }
        let found = try await features(after: after, in: try request.box(), on: try request.day("date"))
        let page = found.prefix(Self.pageSize)
        return try request.answer(
            RegionPage(
                features: Array(page), next: found.count > Self.pageSize ? page.last?.properties.id : nil),
            type: "application/geo+json")
    }

    /// A page of regions and one more; with a day, each includes its data.
    private func features(
        after id: Region.ID?, in box: BoundingBox?, on day: CivilDate?
    ) async throws -> [RegionFeature] {
        let limit = Self.pageSize + 1
        guard let day else {
            return try await regionStore.regions(after: id, in: box, limit: limit)
                .map { RegionFeature($0, in: environment.taxonomy) }
        }
        return try await regionStore.regionAir(after: id, in: box, limit: limit, on: day)
            .map { RegionFeature($0.region, air: $0, in: environment.taxonomy) }
    }

    /// A region with its data for the day `date`.
    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try TileRoutes.day(of: request, today: environment.today)
        guard let id = context.parameters.get("region").flatMap(Region.ID.init(rawValue:)),
            let air = try await regionStore.regionAir(of: id, on: day)
        else { throw Problem(.unknownRegion, "No region has this identifier; GET /v1/regions lists them.") }
        return try request.answer(
            RegionFeature(air.region, air: air, in: environment.taxonomy), type: "application/geo+json")
    }
}
