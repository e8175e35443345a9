import Allergens
import Foundation
import HTTP
import People

/// `GET /v1/registration`: the identity that a provider has verified.
struct RegistrationAnswer: Encodable {
    /// The provider's name for people.
    let provider: String
    /// The verified address, if there is one.
    let email: String?
    let name: String?

    init(_ proven: FederatedIdentity, among providers: [ProviderName]) {
        let id = proven.identity.provider
        provider = providers.first { $0.id == id }?.name ?? id
        (email, name) = (proven.verifiedAddress, proven.name)
    }
}

/// `POST /v1/registration`.
struct RegistrationRequest: StrictDocument {
    static let members: Set = ["username", "dateOfBirth", "language", "timeZone", "consents"]

    let username: String
    let dateOfBirth: String?
    let language: String?
    let timeZone: String?
    let consents: [ConsentChoice]?

    /// The requested account.
    ///
    /// An address that the provider does not vouch for is left out. The owner can set and verify it like any
    /// other.
    ///
    /// - Throws: The mistakes in the request.
    func checked(_ proven: FederatedIdentity, on today: CivilDate) throws -> NewAccount {
        var mistakes = Mistakes(.invalidAccount)
        if !AccountRules.isName(username) { mistakes.note("/username", AccountText.name) }
        let birth = mistakes.birth(dateOfBirth, at: "/dateOfBirth", on: today)
        let language = mistakes.word(language, at: "/language", as: Language.self)
        let timeZone = mistakes.timeZone(timeZone, at: "/timeZone")
        let consents = mistakes.agreements(consents, at: "/consents")
        try mistakes.check()
        return NewAccount(
            name: username, address: proven.verifiedAddress, isVerified: proven.verifiedAddress != nil,
            birth: birth, language: language, timeZone: timeZone, identity: proven.identity,
            consents: consents)
    }
}

/// An identity linked with an account, as its owner sees it.
struct IdentityWire: Encodable {
    let provider: String
    let created: Date

    init(_ identity: LinkedIdentity) { (provider, created) = (identity.provider, identity.created) }
}

extension Problem {
    /// The answer to a program whose sign-in through a provider failed.
    init(_ failure: ProviderFailure) {
        switch failure {
        case .unknownProvider: self.init(.unknownProvider, "GET /v1/identity-providers lists them.")
        case .stale: self.init(.staleSignIn, "No sign-in of this browser belongs to the answer.")
        case .denied: self.init(.signInDenied)
        case .slow: self.init(.providerFailed, "It did not answer in time.")
        case .failed: self.init(.providerFailed)
        }
    }
}
