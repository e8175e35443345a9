package import HTTP

private let regionsChapter = APIChapter(EmbeddedFiles["Regions/regions.json"])

extension APIFeature {
    /// Regions, and the classes stated for them.
    package static func regions(
        in regions: any RegionStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: regionsChapter,
            endpoints: RegionRoutes(regionStore: regions, environment: environment).endpoints)
    }
}
