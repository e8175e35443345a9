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
    package func redirect(
        to provider: String, returningTo callback: String, for purpose: SignInPurpose
    ) async throws(SignInFailure) -> ProviderRedirect {
        guard let way = providers[provider] else { throw .unknownProvider }
        let now = now()
        let pending = PendingSignIn(provider: provider, callback: callback, purpose: purpose, began: now)
        let address = try await way.page(for: pending)
        do {
            return ProviderRedirect(address: address, ticket: try seal.seal(pending, for: .signIn, at: now))
        } catch {
            throw .unusable("the ticket cannot be sealed")
        }
    }

    /// Completes the sign-in of a browser that a provider has sent back with its ticket.
    package func proven(
        from provider: String, _ answer: AuthorizationResponse, ticket: String?
    ) async throws(SignInFailure) -> ProviderSignIn {
        guard let way = providers[provider] else { throw .unknownProvider }
        let now = now()
        guard let pending = ticket.flatMap({ seal.open($0, as: PendingSignIn.self, for: .signIn, at: now) }),
            pending.provider == provider, let state = answer.state, RandomText.areEqual(state, pending.state)
        else { throw .stale }
        return ProviderSignIn(
            identity: try await way.identity(for: pending, answer, at: now), purpose: pending.purpose)
    }

    /// Seals an identity without an account here, until the person has chosen a username.
    package func registration(of proven: ProviderSignIn) throws -> String {
        try seal.seal(Registration(proven), for: .registration, at: now())
    }

    /// Opens a ticket from ``registration(of:)``.
    package func registration(in ticket: String) -> ProviderSignIn? {
        seal.open(ticket, as: Registration.self, for: .registration, at: now())?.proven
    }

    private struct Registration: Codable {
        let identity: ProvenIdentity
        let purpose: SignInPurpose

        init(_ proven: ProviderSignIn) { (identity, purpose) = (proven.identity, proven.purpose) }

        var proven: ProviderSignIn { ProviderSignIn(identity: identity, purpose: purpose) }
    }
}
