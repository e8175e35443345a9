import API
import Federation
import HTTP
import Logging
import People

/// Connects the routes to identity providers.
struct ProviderSignInService: FederatedSigningIn {
    let reception: FederatedSignIn
    let logger: Logger

    var providers: [ProviderName] { reception.labels.map { ProviderName(id: $0.id, name: $0.name) } }

    func departure(
        to provider: String, returningTo callback: String, for errand: ProviderErrand
    ) async throws -> ProviderDeparture {
        do {
            let departure = try await reception.departure(
                to: provider, returningTo: callback, for: SignInPurpose(errand))
            return ProviderDeparture(address: departure.address, ticket: departure.ticket)
        } catch {
            throw noted(error, at: provider)
        }
    }

    func arrival(
        from provider: String, _ answer: ProviderReturn, ticket: String?
    ) async throws -> ProviderArrival {
        do {
            let arrival = try await reception.arrival(
                from: provider,
                AuthorizationResponse(
                    state: answer.state, code: answer.code, error: answer.error, issuer: answer.issuer),
                ticket: ticket)
            return ProviderArrival(arrival)
        } catch {
            throw noted(error, at: provider)
        }
    }

    func registration(of arrival: ProviderArrival) throws -> String {
        try reception.registration(of: ProviderSignIn(arrival))
    }

    func registration(in ticket: String) -> ProviderArrival? {
        reception.registration(in: ticket).map(ProviderArrival.init)
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
    init(_ errand: ProviderErrand) {
        self.init(returnPath: errand.path.text, account: errand.account.map { "\($0.rawValue)" })
    }
}

extension ProviderSignIn {
    init(_ arrival: ProviderArrival) {
        self.init(
            identity: ProvenIdentity(
                provider: arrival.identity.provider, subject: arrival.identity.subject,
                email: arrival.verifiedAddress, isEmailVerified: arrival.verifiedAddress != nil,
                name: arrival.name),
            errand: SignInPurpose(arrival.errand))
    }
}

extension ProviderArrival {
    init(_ arrival: ProviderSignIn) {
        let identity = arrival.identity
        self.init(
            identity: ForeignIdentity(provider: identity.provider, subject: identity.subject),
            verifiedAddress: identity.isEmailVerified ? identity.email : nil, name: identity.name,
            errand: ProviderErrand(
                path: SitePath(arrival.errand.returnPath) ?? .account,
                account: arrival.errand.account.flatMap(Int64.init).map(Account.ID.init(rawValue:))))
    }
}
