package import HTTP

private let airChapter = APIChapter(EmbeddedFiles["Air/air.json"])

extension APIFeature {
    /// The air at a place, the search for towns, and the vocabulary of both.
    package static func air(
        at airSource: any AirSource,
        hours: any PollutantHourSource,
        comingHours: any ComingHourSource,
        stations: any StationStore,
        regions: any RegionStore,
        basemap: any BasemapTileSource,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: airChapter,
            endpoints: AirRoutes(
                stationStore: stations, airSource: airSource, hourSource: hours,
                comingHourSource: comingHours, regionStore: regions,
                environment: environment
            ).endpoints + PlaceRoutes(basemap: basemap).endpoints
                + CalendarRoutes(stationStore: stations, airSource: airSource, environment: environment)
                .endpoints)
    }
}
