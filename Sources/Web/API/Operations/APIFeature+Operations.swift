package import HTTP

private let operationsChapter = APIChapter(EmbeddedFiles["Operations/operations.json"])

extension APIFeature {
    /// Health checks and metrics of the service.
    package static func operations(
        of health: any Health
    ) -> APIFeature {
        APIFeature(
            chapter: operationsChapter,
            endpoints: OperationRoutes(health: health).endpoints)
    }
}
