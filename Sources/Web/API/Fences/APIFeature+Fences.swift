package import HTTP

extension APIFeature {
    /// The places of a subscriber, and a preview of their alerts.
    package static func fences(
        in fences: any FenceRegistry,
        profiles: any ProfileStore,
        stations: any StationDirectory,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Fences/fences.json"]),
            endpoints: FenceRoutes(
                stationStore: stations, fenceRegistry: fences, profileStore: profiles,
                environment: environment, idempotency: environment.idempotency
            ).endpoints)
    }
}
