package import HTTP

private let providersChapter = APIChapter(EmbeddedFiles["Providers/providers.json"])

extension APIFeature {
    /// Sign-in through identity providers.
    package static func providers(
        through providers: any FederatedSigningIn,
        signInService: any SigningIn,
        authenticator: any Authenticating,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: providersChapter,
            endpoints: ProviderRoutes(
                signInService: signInService, providerSignIn: providers, authenticator: authenticator,
                environment: environment, cookies: environment.cookies, limits: environment.signInLimits
            ).endpoints)
    }
}
