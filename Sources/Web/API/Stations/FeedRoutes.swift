import Foundation
import HTTP
import Hummingbird
package import Observations

/// The feeds that are fetched from their providers, and how they are doing.
package protocol FeedDirectory: Sendable {
    func feeds() async throws -> [FeedHealth]
}

/// Where the data come from, and whether they still do.
struct FeedRoutes: Sendable {
    let feedDirectory: any FeedDirectory

    private struct FeedList: Encodable {
        let feeds: [FeedWire]
    }

    var endpoints: [Endpoint] { [Endpoint(.get, "/v1/feeds", .everyone, handler: list)] }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try request.answer(FeedList(feeds: try await feedDirectory.feeds().map(FeedWire.init)))
    }
}
