package import HTTP
package import Site

private let allergenPagesChapter = APIChapter(EmbeddedFiles["AllergenPages/allergen-pages.json"])

extension APIFeature {
    /// A page and a picture for every allergen and every pollutant.
    package static func allergenPages(
        _ sources: AllergenPageSources, pages: SitePages, in environment: APIEnvironment
    ) -> APIFeature {
        let reader = AllergenReader(sources: sources, environment: environment)
        let colours = LevelColours(sources.tiles)
        return APIFeature(
            chapter: allergenPagesChapter,
            endpoints: AllergenPageRoutes(
                reader: reader, colours: colours, pages: pages, environment: environment
            ).endpoints
                + AllergenPreviewRoutes(
                    reader: reader, colours: colours, environment: environment
                ).endpoints, preparation: { try await reader.prepareYears() })
    }
}
