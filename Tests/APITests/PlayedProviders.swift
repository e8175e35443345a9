import HTTP
import People
import Synchronization

@testable import API

/// An identity provider that confirms a person or fails, as the test requires.
final class PlayedProviders: FederatedSigningIn {
    let failure: ProviderFailure?
    let isVerified: Bool
    /// The sign-ins that began: the callback's address and the purpose of each.
    let departures = Mutex<[(callback: String, errand: ProviderErrand)]>([])

    init(failing failure: ProviderFailure? = nil, isVerified: Bool = true) {
        (self.failure, self.isVerified) = (failure, isVerified)
    }

    var providers: [ProviderName] { [ProviderName(id: "clinic", name: "City Clinic")] }

    func departure(
        to provider: String, returningTo callback: String, for errand: ProviderErrand
    ) async throws -> ProviderDeparture {
        guard provider == "clinic" else { throw ProviderFailure.unknownProvider }
        departures.withLock { $0.append((callback, errand)) }
        return ProviderDeparture(address: "https://login.example/authorize?state=s", ticket: "ticket-1")
    }

    func arrival(
        from provider: String, _ answer: ProviderReturn, ticket: String?
    ) async throws -> ProviderArrival {
        guard provider == "clinic" else { throw ProviderFailure.unknownProvider }
        if let failure { throw failure }
        guard ticket == "ticket-1", answer.state == "s" else { throw ProviderFailure.stale }
        if answer.error != nil { throw ProviderFailure.denied }
        return arrival
    }

    private var arrival: ProviderArrival {
        ProviderArrival(
            identity: ForeignIdentity(provider: "clinic", subject: "person-7"),
            verifiedAddress: isVerified ? "anna@example.org" : nil, name: "Anna",
            errand: departures.withLock { $0.last?.errand } ?? ProviderErrand(path: .account, account: nil))
    }

    func registration(of arrival: ProviderArrival) throws -> String { "ticket-2" }
    func registration(in ticket: String) -> ProviderArrival? { ticket == "ticket-2" ? arrival : nil }
}
