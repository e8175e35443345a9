import API
import Federation
import HTTP
import Logging
import People

/// Connects the routes to identity providers.
struct ProviderSignInService: FederatedSigningIn {
    let federation: FederatedSignIn
    let logger: Logger

    var providers: [ProviderName] { federation.labels.map { ProviderName(id: $0.id, name: $0.name) } }

    func redirect(
        to provider: String, returningTo callback: String, for purpose: FederatedPurpose
    ) async throws -> FederatedRedirect {
        do {
            let redirect = try await federation.redirect(
                to: provider, returningTo: callback, for: SignInPurpose(purpose))
            return FederatedRedirect(address: redirect.address, ticket: redirect.ticket)
        } catch {
            throw noted(error, at: provider)
        }
    }

    func proven(
        from provider: String, _ answer: FederatedResponse, ticket: String?
    ) async throws -> FederatedIdentity {
        do {
            let proven = try await federation.proven(
                from: provider,
                AuthorizationResponse(
                    state: answer.state, code: answer.code, error: answer.error, issuer: answer.issuer),
                ticket: ticket)
            return FederatedIdentity(proven)
        } catch {
            throw noted(error, at: provider)
        }
    }

    func registration(of proven: FederatedIdentity) throws -> String {
        try federation.registration(of: ProviderSignIn(proven))
    }

    func registration(in ticket: String) -> FederatedIdentity? {
        federation.registration(in: ticket).map(FederatedIdentity.init)
    }

    /// Logs a provider's failure for the operator.
    ///
    /// The person who signs in learns only its kind.
    private func noted(_ failure: SignInFailure, at provider: String) -> ProviderFailure {
        switch failure {
        case .unknownProvider: return .unknownProvider
        case .stale: return .stale
        case .denied: return .denied
        case .late, .refused, .unreachable, .unusable, .forged:
            logger.warning(
                "provider failed", metadata: ["provider": "\(provider)", "error": "\(failure)"])
            return failure == .late ? .slow : .failed
        }
    }
}

extension SignInPurpose {
    init(_ purpose: FederatedPurpose) {
        self.init(returnPath: purpose.path.text, account: purpose.account.map { "\($0.rawValue)" })
    }
}

extension ProviderSignIn {
    init(_ proven: FederatedIdentity) {
        self.init(
            identity: ProvenIdentity(
                provider: proven.identity.provider, subject: proven.identity.subject,
                email: proven.verifiedAddress, isEmailVerified: proven.verifiedAddress != nil,
                name: proven.name),
            purpose: SignInPurpose(proven.purpose))
    }
}

extension FederatedIdentity {
    init(_ proven: ProviderSignIn) {
        let identity = proven.identity
        self.init(
            identity: ForeignIdentity(provider: identity.provider, subject: identity.subject),
            verifiedAddress: identity.isEmailVerified ? identity.email : nil, name: identity.name,
            purpose: FederatedPurpose(
                path: SitePath(proven.purpose.returnPath) ?? .account,
                account: proven.purpose.account.flatMap(Int64.init).map(Account.ID.init(rawValue:))))
    }
}
