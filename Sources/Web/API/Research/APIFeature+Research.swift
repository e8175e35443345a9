package import HTTP

private let researchChapter = APIChapter(EmbeddedFiles["Research/research.json"])

extension APIFeature {
    /// Reports for researchers, from accounts that consented.
    package static func research(
        in records: any PersonalRecords,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: researchChapter,
            endpoints: ResearchRoutes(personalRecords: records, environment: environment).endpoints)
    }
}
