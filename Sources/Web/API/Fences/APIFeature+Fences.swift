package import HTTP

private let fencesChapter = APIChapter(EmbeddedFiles["Fences/fences.json"])

extension APIFeature {
    /// A subscriber's fences, and a preview of their alerts.
    package static func fences(
        in fences: any OwnFenceStore,
        through intake: any FenceIntake,
        previews: any AlertPreviewing,
        profiles: any ProfileStore,
        stations: any StationStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: fencesChapter,
            endpoints: FenceRoutes(
                stationStore: stations, fenceStore: fences, fenceIntake: intake, previews: previews,
                profileStore: profiles,
                environment: environment, idempotency: environment.idempotency
            ).endpoints)
    }
}
