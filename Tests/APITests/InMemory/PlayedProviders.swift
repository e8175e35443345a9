import HTTP
import People
import Synchronization

@testable import API

/// An identity provider that confirms a person or fails, as the test requires.
final class PlayedProviders: FederatedSigningIn {
    let failure: ProviderFailure?
    let isVerified: Bool
    /// The sign-ins that began: the callback's address and the purpose of each.
    let departures = Mutex<[(callback: String, purpose: FederatedPurpose)]>([])

    init(failing failure: ProviderFailure? = nil, isVerified: Bool = true) {
        (self.failure, self.isVerified) = (failure, isVerified)
    }

    var providers: [ProviderName] { [ProviderName(id: "clinic", name: "City Clinic")] }

    func redirect(
        to provider: String, returningTo callback: String, for purpose: FederatedPurpose
    ) async throws -> FederatedRedirect {
        guard provider == "clinic" else { throw ProviderFailure.unknownProvider }
        departures.withLock { $0.append((callback, purpose)) }
        return FederatedRedirect(address: "https://login.example/authorize?state=s", ticket: "ticket-1")
    }

    func proven(
        from provider: String, _ answer: FederatedResponse, ticket: String?
    ) async throws -> FederatedIdentity {
        guard provider == "clinic" else { throw ProviderFailure.unknownProvider }
        if let failure { throw failure }
        guard ticket == "ticket-1", answer.state == "s" else { throw ProviderFailure.stale }
        if answer.error != nil { throw ProviderFailure.denied }
        return proven
    }

    private var proven: FederatedIdentity {
        FederatedIdentity(
            identity: ForeignIdentity(provider: "clinic", subject: "person-7"),
            verifiedAddress: isVerified ? "anna@example.org" : nil, name: "Anna",
            purpose: departures.withLock { $0.last?.purpose }
                ?? FederatedPurpose(path: .account, account: nil))
    }

    func registration(of proven: FederatedIdentity) throws -> String { "ticket-2" }
    func registration(in ticket: String) -> FederatedIdentity? { ticket == "ticket-2" ? proven : nil }
}
