package import HTTP
package import Site

private let articleChapter = APIChapter(EmbeddedFiles["Articles/articles.json"])

extension APIFeature {
    /// Articles for readers: as JSON, as pages, and as feeds.
    ///
    /// - Parameters:
    ///   - shelves: The articles.
    ///   - pages: The pages of the site.
    ///   - scaling: Makes their pictures smaller.
    ///   - environment: The services that the features share.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func articles(
        on shelves: any ArticleShelving, pages: SitePages, scaledBy scaling: any PictureScaling,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: articleChapter,
            endpoints: ArticleRoutes(shelves: shelves, environment: environment).endpoints
                + ArticleFeedRoutes(shelves: shelves, environment: environment).endpoints
                + ArticlePreviewRoutes(shelves: shelves, environment: environment).endpoints
                + ArticlePageRoutes(
                    shelves: shelves, pages: pages, pictures: ArticlePictures(scaling: scaling),
                    environment: environment
                ).endpoints)
    }
}
