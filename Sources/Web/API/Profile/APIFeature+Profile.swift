package import HTTP

extension APIFeature {
    /// What a subscriber reacts to, and how they wish to be notified.
    package static func profile(
        in profiles: any ProfileStore,
        accounts: any AccountRegistry,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Profile/profile.json"]),
            endpoints: ProfileRoutes(
                profileStore: profiles, accountRegistry: accounts, environment: environment,
                cookies: environment.cookies
            ).endpoints)
    }
}
