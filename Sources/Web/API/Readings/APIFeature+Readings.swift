package import HTTP

private let readingsChapter = APIChapter(EmbeddedFiles["Readings/readings.json"])

extension APIFeature {
    /// Station uploads, and what operators see and decide about them.
    package static func readings(
        to uploads: any UploadIntake,
        review: any StationReviewStore,
        decisions: any ReadingDeciding,
        keys: any StationKeyIssuing,
        stations: any StationStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: readingsChapter,
            endpoints: UploadRoutes(uploads: uploads).endpoints
                + OperatorRoutes(
                    stationReview: review, decisions: decisions, keyIssuer: keys, environment: environment
                ).endpoints
                + OwnStationRoutes(stationStore: stations, uploads: uploads, environment: environment)
                .endpoints)
    }
}
