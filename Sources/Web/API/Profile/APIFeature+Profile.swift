package import HTTP

extension APIFeature {
    /// What a subscriber reacts to, and how they wish to be notified.
    package static func profile(
        in profiles: any ProfileStore,
        accounts: any AccountStore,
        closing: any AccountClosing,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Profile/profile.json"]),
            endpoints: ProfileRoutes(
                profileStore: profiles, accountStore: accounts, accountClosing: closing,
                environment: environment,
                cookies: environment.cookies
            ).endpoints)
    }
}
