package import HTTP

private let profileChapter = APIChapter(EmbeddedFiles["Profile/profile.json"])

extension APIFeature {
    /// A subscriber's allergens and notification settings.
    package static func profile(
        in profiles: any ProfileStore,
        accounts: any AccountStore,
        closing: any AccountClosing,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: profileChapter,
            endpoints: ProfileRoutes(
                profileStore: profiles, accountStore: accounts, accountClosing: closing,
                environment: environment,
                cookies: environment.cookies
            ).endpoints)
    }
}
