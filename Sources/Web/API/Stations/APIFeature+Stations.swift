package import HTTP

private let stationsChapter = APIChapter(EmbeddedFiles["Stations/stations.json"])

extension APIFeature {
    /// Stations, their readings, normals and seasons, and the feeds that deliver them.
    package static func stations(
        in stations: any StationStore,
        reviewedBy review: any StationReviewStore,
        seasons: SeasonReader,
        tiles: any TileSource,
        regions: any RegionStore,
        feeds: any FeedHealthSource,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: stationsChapter,
            endpoints: StationRoutes(
                stationStore: stations, stationReview: review, tileSource: tiles, regionStore: regions,
                environment: environment,
                values: StationValues(stationStore: stations, tileSource: tiles, environment: environment)
            ).endpoints
                + NormalRoutes(stationStore: stations, environment: environment).endpoints
                + SeasonRoutes(
                    seasons: seasons, stationStore: stations, stationReview: review, environment: environment
                ).endpoints
                + FeedRoutes(feedHealth: feeds).endpoints)
    }
}
