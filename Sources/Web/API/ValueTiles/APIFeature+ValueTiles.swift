package import HTTP

private let valueTilesChapter = APIChapter(EmbeddedFiles["ValueTiles/value-tiles.json"])

extension APIFeature {
    /// The values behind the map.
    package static func valueTiles(
        from source: any ValueTileSource, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: valueTilesChapter,
            endpoints: ValueTileRoutes(source: source, environment: environment).endpoints)
    }
}
