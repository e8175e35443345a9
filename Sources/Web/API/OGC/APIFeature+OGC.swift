package import HTTP

private let ogcChapter = APIChapter(EmbeddedFiles["OGC/ogc.json"])

extension APIFeature {
    /// OGC API: stations as features, layers as tiles.
    package static func ogc(
        stations: any StationStore,
        tiles: any TileSource,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: ogcChapter,
            endpoints: OGCRoutes(stationStore: stations, tileSource: tiles, environment: environment)
                .endpoints
                + OGCTileRoutes(tileSource: tiles, environment: environment).endpoints
                + OGCFeatureRoutes(
                    stationStore: stations, tileSource: tiles, environment: environment,
                    values: StationValues(stationStore: stations, tileSource: tiles, environment: environment)
                ).endpoints)
    }
}
