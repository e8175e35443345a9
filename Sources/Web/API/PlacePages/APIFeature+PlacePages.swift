package import HTTP
package import Site

private let placePagesChapter = APIChapter(EmbeddedFiles["PlacePages/place-pages.json"])

extension APIFeature {
    /// A page and pictures for every place and station.
    ///
    /// - Parameters:
    ///   - sources: Where what they say is from.
    ///   - pages: The pages of the site.
    ///   - kept: The pages of places that were composed last.
    ///   - environment: What the API runs in.
    /// - Returns: The feature.
    package static func placePages(
        _ sources: PlaceSources, pages: SitePages, keeping kept: KeptPlacePages = KeptPlacePages(),
        in environment: APIEnvironment
    ) -> APIFeature {
        let reader = PlaceReader(sources: sources, environment: environment)
        let names = PlaceNames(source: sources.towns)
        let colours = LevelColours(sources.tiles)
        return APIFeature(
            chapter: placePagesChapter,
            endpoints: PlacePageRoutes(
                reader: reader, names: names, colours: colours, pages: pages, kept: kept,
                environment: environment
            ).endpoints
                + PlacePreviewRoutes(
                    reader: reader, names: names, colours: colours, environment: environment
                ).endpoints
                + PlaceCardRoutes(
                    reader: reader, names: names, colours: colours, environment: environment
                ).endpoints)
    }
}
