import Foundation
import HTTP
import Hummingbird
package import Observations

/// The feeds that are fetched from their providers, and how they are doing.
package protocol FeedHealthSource: Sendable {
    func health() async throws -> [FeedHealth]
}

/// Where the data come from, and whether they still do.
struct FeedRoutes: Sendable {
    let feedHealth: any FeedHealthSource

    private struct FeedList: Encodable {
        let feeds: [FeedWire]
    }

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/feeds", .everyone, handler: list)] }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(FeedList(feeds: try await feedHealth.health().map(FeedWire.init)))
    }
}
