import Foundation
import HTTP
import Hummingbird
package import Observations

/// The feeds fetched from providers, and their status.
package protocol FeedHealthSource: Sendable {
    func health() async throws -> [FeedHealth]
}

/// The sources of the data, and whether they still deliver.
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
