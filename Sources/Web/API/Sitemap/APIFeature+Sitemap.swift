import Basemap
package import HTTP
package import Site

private let sitemapChapter = APIChapter(EmbeddedFiles["Sitemap/sitemap.json"])

extension APIFeature {
    /// What search engines may read, and where it is.
    package static func sitemap(
        of pages: SitePages, articles: any ArticleShelving, stations: any StationStore, towns: any TownSource,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: sitemapChapter,
            endpoints: SitemapRoutes(
                pages: pages, articles: articles, stations: stations, names: PlaceNames(source: towns),
                towns: StationTowns(towns, within: Gazetteer.nearness), environment: environment
            ).endpoints)
    }
}
