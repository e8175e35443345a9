package import Articles
package import HTTP
package import Site

private let articleChapter = APIChapter(EmbeddedFiles["Articles/articles.json"])

extension APIFeature {
    /// Articles for readers: as JSON, as pages, and as feeds.
    ///
    /// - Parameters:
    ///   - library: The articles.
    ///   - search: Finds articles by words.
    ///   - pages: The pages of the site.
    ///   - environment: The services that the features share.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func articles(
        _ library: ArticleLibrary, searchedBy search: any ArticleSearching, pages: SitePages,
        in environment: APIEnvironment
    ) -> APIFeature {
        let shelf = ArticleShelf(library: library, search: search)
        return APIFeature(
            chapter: articleChapter,
            endpoints: ArticleRoutes(shelf: shelf, environment: environment).endpoints
                + ArticleFeedRoutes(shelf: shelf, environment: environment).endpoints
                + ArticlePageRoutes(shelf: shelf, pages: pages, environment: environment).endpoints)
    }
}
