package import HTTP

private let accountsChapter = APIChapter(EmbeddedFiles["Accounts/accounts.json"])

extension APIFeature {
    /// Accounts: sign-up and sign-in, passwords, sessions, tokens, pictures, and administration.
    package static func accounts(
        through signInService: any SigningIn,
        authenticator: any Authenticating,
        administration: any AccountStore,
        closing: any AccountClosing,
        profiles: any ProfileStore,
        records: any PersonalRecords,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: accountsChapter,
            endpoints: SignInRoutes(
                signInService: signInService, authenticator: authenticator, environment: environment,
                cookies: environment.cookies, limits: environment.signInLimits
            ).endpoints
                + AccountRoutes(
                    profileStore: profiles, signInService: signInService, environment: environment,
                    cookies: environment.cookies, limits: environment.signInLimits
                ).endpoints
                + AdministrationRoutes(
                    personalRecords: records, administration: administration, environment: environment
                ).endpoints
                + AccountKeepingRoutes(
                    signInService: signInService, administration: administration, accountClosing: closing,
                    environment: environment
                ).endpoints + PictureRoutes(signInService: signInService).endpoints)
    }
}
