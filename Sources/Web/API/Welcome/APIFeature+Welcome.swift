package import HTTP

extension APIFeature {
    /// The welcome quiz, and what stops working without permissions.
    package static func welcome(
        in profiles: any ProfileStore,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Welcome/welcome.json"]),
            endpoints: WelcomeRoutes(profileStore: profiles, environment: environment).endpoints)
    }
}
