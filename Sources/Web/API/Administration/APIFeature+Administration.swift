package import HTTP

private let administrationChapter = APIChapter(EmbeddedFiles["Administration/administration.json"])

extension APIFeature {
    /// What administrators see of the service, and of what was done to accounts.
    package static func administration(
        of service: any ServiceStateSource, acts: any AdministrativeActSource, records: any PersonalRecords,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: administrationChapter,
            endpoints: OverviewRoutes(
                service: service, acts: acts, personalRecords: records, environment: environment
            ).endpoints)
    }
}
