package import HTTP

extension APIFeature {
    /// Sign-in through identity providers.
    package static func providers(
        through providers: any FederatedSigningIn,
        signInService: any SigningIn,
        authenticator: any Authenticating,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Providers/providers.json"]),
            endpoints: ProviderRoutes(
                signInService: signInService, providerSignIn: providers, authenticator: authenticator,
                environment: environment, cookies: environment.cookies, limits: environment.signInLimits
            ).endpoints)
    }
}
