package import HTTP

private let documentsChapter = APIChapter(EmbeddedFiles["Documents/documents.json"])

extension APIFeature {
    /// The documents of a subscriber, and of each person in care.
    package static func documents(
        in store: any DocumentStore, cleanedBy cleaning: any PictureCleaning, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: documentsChapter,
            endpoints: DocumentRoutes(
                documentStore: store, cleaning: cleaning, environment: environment
            ).endpoints)
    }
}
