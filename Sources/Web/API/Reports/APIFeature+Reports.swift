package import HTTP

extension APIFeature {
    /// What people report, what others make of it, and what moderators decide.
    package static func reports(
        to reports: any ReportIntake,
        moderation: any ModerationDesk,
        persons: any PersonRegistry,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Reports/reports.json"]),
            endpoints: ReportRoutes(reportIntake: reports, personRegistry: persons, environment: environment)
                .endpoints
                + ModerationRoutes(moderation: moderation).endpoints)
    }
}
