package import HTTP

extension APIFeature {
    /// Regions, and the classes stated for them.
    package static func regions(
        in regions: any RegionStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Regions/regions.json"]),
            endpoints: RegionRoutes(regionStore: regions, environment: environment).endpoints)
    }
}
