package import HTTP

extension APIFeature {
    /// Health checks and metrics of the service.
    package static func operations(
        of health: any Health
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Operations/operations.json"]),
            endpoints: OperationRoutes(health: health).endpoints)
    }
}
