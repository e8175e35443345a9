package import HTTP

private let welcomeChapter = APIChapter(EmbeddedFiles["Welcome/welcome.json"])

extension APIFeature {
    /// The welcome quiz, and what stops working without permissions.
    package static func welcome(
        in profiles: any ProfileStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: welcomeChapter,
            endpoints: WelcomeRoutes(profileStore: profiles, environment: environment).endpoints)
    }
}
