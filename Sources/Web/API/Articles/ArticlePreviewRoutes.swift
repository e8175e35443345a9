import Articles
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// Pictures for the previews of links to articles.
struct ArticlePreviewRoutes: Sendable {
    let shelves: any ArticleShelving
    let environment: APIEnvironment
    private let previews = KeptPreviews()

    init(shelves: any ArticleShelving, environment: APIEnvironment) {
        (self.shelves, self.environment) = (shelves, environment)
    }

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/articles/{article}/\(ArticlePreview.file)", .everyone, handler: picture)]
    }

    /// A picture in the language of the query, or else of the request; it is drawn unless the client holds it.
    @Sendable private func picture(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        guard let article = try await shelves.article(of: context, version: nil)
        else { throw Problem(.unknownPicture) }
        let preview = ArticlePreview(article, in: language)
        let etag = try preview.etag
        let painter = ArticlePreviewPainter(preview: preview)
        let bytes = request.holds(etag: etag) ? [] : try previews.picture(etag, painter.draw)
        return request.answer(
            ByteBuffer(bytes: bytes), type: "image/png", etag: etag, freshness: Freshness.shared
        ).worded(in: language)
    }
}
