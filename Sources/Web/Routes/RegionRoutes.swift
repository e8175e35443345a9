import Allergens
import Foundation
import Hummingbird

/// Regions, and the classes and concentrations that sources state for them.
struct RegionRoutes: Sendable {
    let ports: Ports

    /// The regions in one answer: an outline has up to a thousand positions.
    static let pageSize = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/regions", .everyone, handler: list),
            Endpoint(.get, "/v1/regions/{region}", .everyone, handler: one),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let after = try request.text("after").map { text in
            guard let id = Region.ID(rawValue: text) else {
                throw Problem.parameter("after", "after is the identifier of a region.")
            }
            return id
        }
        let found = try await ports.regions.regions(after: after, limit: Self.pageSize + 1)
        let page = found.prefix(Self.pageSize)
        return try request.answer(
            RegionPage(
                features: page.map { RegionFeature($0, in: ports.taxonomy) },
                next: found.count > Self.pageSize ? page.last?.id.rawValue : nil),
            type: "application/geo+json")
    }

    /// A region with what is known of it for the day `date`.
    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let day = try TileRoutes.day(of: request, today: ports.today)
        guard let id = context.parameters.get("region").flatMap(Region.ID.init(rawValue:)),
            let air = try await ports.regions.regionAir(of: id, on: day)
        else { throw Problem(.unknownRegion, "No region has this identifier; GET /v1/regions lists them.") }
        return try request.answer(
            RegionFeature(air.region, air: air, in: ports.taxonomy), type: "application/geo+json")
    }
}
