import Articles
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People
import Site

/// The articles for feed readers: Atom and JSON Feed.
struct ArticleFeedRoutes: Sendable {
    let shelves: any ArticleShelving
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, ArticleFeed.Format.atom.path, .everyone) { request, _ in
                try await self.feed(.atom, request)
            },
            Endpoint(.get, ArticleFeed.Format.json.path, .everyone) { request, _ in
                try await self.feed(.json, request)
            },
        ]
    }

    private func feed(_ format: ArticleFeed.Format, _ request: Request) async throws -> Response {
        let shelf = try await shelves.shelf()
        let query = try request.articleQuery(of: shelf.library)
        let feed = ArticleFeed(
            query: query, page: try shelf.page(query), publisher: environment.publisher,
            base: environment.base(of: request))
        let bytes = try feed.document(format)
        return request.answer(
            ByteBuffer(bytes: bytes), type: format.mediaType, etag: ContentHash.etag(of: bytes)
        ).linking(in: environment).worded(in: query.language)
    }
}
