package import Guide
package import HTTP
package import People
package import Site

private let guideChapter = APIChapter(EmbeddedFiles["Guide/guide.json"])

extension APIFeature {
    /// Questions in plain words, answered with what people wrote before.
    ///
    /// - Parameters:
    ///   - books: The guide in each language.
    ///   - search: Finds entries of it.
    ///   - numbers: What to call when a question names a sign of an emergency.
    ///   - environment: The services that the features share.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func guide(
        _ books: [Language: GuideBook], searchedBy search: any GuideSearching,
        numbers: EmergencyNumbers = .builtIn, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: guideChapter,
            endpoints: GuideRoutes(
                books: books, search: search, numbers: numbers, environment: environment
            ).endpoints)
    }
}
