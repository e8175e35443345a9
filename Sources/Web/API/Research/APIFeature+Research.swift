package import HTTP

extension APIFeature {
    /// Reports for researchers, from accounts that consented.
    package static func research(
        in records: any PersonalRecords,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Research/research.json"]),
            endpoints: ResearchRoutes(personalRecords: records, environment: environment).endpoints)
    }
}
