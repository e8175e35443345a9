package import HTTP

extension APIFeature {
    /// What people report, what others make of it, and what moderators decide.
    package static func reports(
        to reports: any ReportIntake,
        moderation: any ModerationQueue,
        persons: any PersonStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Reports/reports.json"]),
            endpoints: ReportRoutes(reportIntake: reports, personStore: persons, environment: environment)
                .endpoints
                + ModerationRoutes(
                    queue: moderation, reportIntake: reports, environment: environment
                ).endpoints)
    }
}
