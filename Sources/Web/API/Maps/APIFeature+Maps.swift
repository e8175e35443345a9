package import HTTP

private let mapsChapter = APIChapter(EmbeddedFiles["Maps/maps.json"])

extension APIFeature {
    /// The maps: tiles, legends, the basemap and WMTS; cached tiles are answered before any routing.
    package static func maps(
        from tiles: any TileSource,
        over basemap: any BasemapTileSource,
        stations: any StationStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        let warm = WarmTiles()
        return APIFeature(
            chapter: mapsChapter,
            endpoints: BasemapRoutes(basemap: basemap, environment: environment).endpoints
                + TileRoutes(tileSource: tiles, basemap: basemap, environment: environment, warm: warm)
                .endpoints
                + WMTSRoutes(stationStore: stations, tileSource: tiles, environment: environment).endpoints
        ) { request in
            guard let answer = warm.answer(to: request, stamp: tiles.stamp, today: environment.today)
            else { return nil }
            RequestRecorder.recordWarmTile()
            return answer
        }
    }
}
