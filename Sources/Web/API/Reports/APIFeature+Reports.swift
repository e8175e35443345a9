package import HTTP

private let reportsChapter = APIChapter(EmbeddedFiles["Reports/reports.json"])

extension APIFeature {
    /// User reports, other users' responses to them, and moderation.
    package static func reports(
        to reports: any ReportIntake,
        moderation: any ModerationQueue,
        duty: any DutyStore,
        persons: any PersonStore,
        alerts: any PublicAlertStore,
        parts: any OwnPartStore,
        profiles: any ProfileStore,
        attention: AttentionRule,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: reportsChapter,
            endpoints: ReportRoutes(
                reportIntake: reports, personStore: persons, alertStore: alerts, partStore: parts,
                profileStore: profiles, attention: attention, environment: environment
            ).endpoints
                + ModerationRoutes(
                    queue: moderation, reportIntake: reports, environment: environment
                ).endpoints + DutyRoutes(duty: duty).endpoints)
    }
}
