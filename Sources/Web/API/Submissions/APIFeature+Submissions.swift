package import Articles
package import HTTP

private let submissionChapter = APIChapter(EmbeddedFiles["Submissions/submissions.json"])

extension APIFeature {
    /// The articles that experts write, from the first word to their readers.
    ///
    /// - Parameters:
    ///   - store: Where they are stored.
    ///   - cleaning: Removes from pictures what is not their pixels.
    ///   - keywords: The subjects that articles can have, by their identifiers.
    ///   - environment: The services that the features share.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func submissions(
        in store: any SubmissionStore, cleanedBy cleaning: any PictureCleaning,
        keywords: [String: ArticleKeyword], in environment: APIEnvironment
    ) -> APIFeature {
        let view = SubmissionView(keywords: keywords, environment: environment)
        return APIFeature(
            chapter: submissionChapter,
            endpoints: SubmissionRoutes(store: store, view: view, environment: environment).endpoints
                + SubmissionPictureRoutes(store: store, cleaning: cleaning, environment: environment)
                .endpoints
                + ReviewRoutes(store: store, view: view, environment: environment).endpoints)
    }
}
