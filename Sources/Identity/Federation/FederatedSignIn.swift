package import Foundation

/// Sends people to their identity providers and handles their return.
package struct FederatedSignIn: Sendable {
    /// The providers, in the order of their definitions.
    package let labels: [ProviderLabel]
    private let providers: [String: any IdentityProvider]
    private let seal: TicketSeal
    private let now: @Sendable () -> Date

    /// Creates the providers from their definitions.
    package init(
        _ definitions: ProviderDefinitions, transport: any ProviderTransport, seal: TicketSeal = TicketSeal(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        labels = definitions.all.map { ProviderLabel(id: $0.id, name: $0.name) }
        providers = Dictionary(
            uniqueKeysWithValues: definitions.all.map { ($0.id, $0.provider(over: transport, now: now)) })
        (self.seal, self.now) = (seal, now)
    }

    /// Prepares the redirect of a browser to a provider.
    ///
    /// `callback` is this site's absolute address to which the provider sends the browser back.
    package func departure(
        to provider: String, returningTo callback: String, for errand: SignInPurpose
    ) async throws(SignInFailure) -> ProviderRedirect {
        guard let way = providers[provider] else { throw .unknownProvider }
        let now = now()
        let trip = PendingSignIn(provider: provider, callback: callback, errand: errand, began: now)
        let address = try await way.page(for: trip)
        do {
            return ProviderRedirect(address: address, ticket: try seal.seal(trip, for: .signIn, at: now))
        } catch {
            throw .unusable("the ticket cannot be sealed")
        }
    }

    /// Completes the sign-in of a browser that a provider has sent back with its ticket.
    package func arrival(
        from provider: String, _ answer: AuthorizationResponse, ticket: String?
    ) async throws(SignInFailure) -> ProviderSignIn {
        guard let way = providers[provider] else { throw .unknownProvider }
        let now = now()
        guard let trip = ticket.flatMap({ seal.open($0, as: PendingSignIn.self, for: .signIn, at: now) }),
            trip.provider == provider, let state = answer.state, RandomText.areEqual(state, trip.state)
        else { throw .stale }
        return ProviderSignIn(
            identity: try await way.identity(for: trip, answer, at: now), errand: trip.errand)
    }

    /// Seals an identity without an account here, until the person has chosen a username.
    package func registration(of arrival: ProviderSignIn) throws -> String {
        try seal.seal(Registration(arrival), for: .registration, at: now())
    }

    /// Opens a ticket from ``registration(of:)``.
    package func registration(in ticket: String) -> ProviderSignIn? {
        seal.open(ticket, as: Registration.self, for: .registration, at: now())?.arrival
    }

    private struct Registration: Codable {
        let identity: ProvenIdentity
        let errand: SignInPurpose

        init(_ arrival: ProviderSignIn) { (identity, errand) = (arrival.identity, arrival.errand) }

        var arrival: ProviderSignIn { ProviderSignIn(identity: identity, errand: errand) }
    }
}
