package import HTTP
package import Site

private let allergenPagesChapter = APIChapter(EmbeddedFiles["AllergenPages/allergen-pages.json"])

extension APIFeature {
    /// A page for every allergen and every pollutant.
    package static func allergenPages(
        _ sources: AllergenPageSources, pages: SitePages, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: allergenPagesChapter,
            endpoints: AllergenPageRoutes(
                reader: AllergenReader(sources: sources, environment: environment),
                colours: LevelColours(sources.tiles), pages: pages, environment: environment
            ).endpoints)
    }
}
