import Observations
import People
import SampleTesting

@testable import API
@testable import HTTP

/// Visitors whose secrets are their names: two accounts and two stations.
struct SampleVisitors: Authenticating {
    static let anna = Account.ID(rawValue: 1)
    static let moderator = Account.ID(rawValue: 2)

    var records = InMemoryRecords()

    func visitor(bearing secret: String) async throws -> Visitor? {
        let principal: Principal? =
            switch secret {
            case "anna", "expert", "expert moderator", "operator:basel": .account(Self.anna)
            case "moderator", "administrator", "researcher": .account(Self.moderator)
            case "basel": .station("basel")
            case "bern": .station("bern")
            default: nil
            }
        let roles = secret.split(separator: " ").compactMap { Role($0) }
        return principal.map {
            Visitor(principal: $0, credential: secret, scopes: .all, roles: Set(roles))
        }
    }
    func visitor(showingCookie secret: String) async throws -> Visitor? { nil }
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        records.consents.value.contains { $0.purpose == purpose && $0.stands }
    }
}
