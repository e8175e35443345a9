package import HTTP

extension APIFeature {
    /// Reports for researchers, of those who agreed.
    package static func research(
        in records: any PersonalRecords,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Research/research.json"]),
            endpoints: ResearchRoutes(personalRecords: records, environment: environment).endpoints)
    }
}
