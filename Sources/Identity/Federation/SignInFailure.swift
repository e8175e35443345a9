/// Why a sign-in through a provider came to nothing.
///
/// The set is closed: the pages have a sentence for each. The texts are for the operator's log, and hold nothing of the
/// person: no address, no token, no subject.
package enum SignInFailure: Error, Hashable, Sendable {
    /// No provider has this name here.
    case unknownProvider
    /// The answer belongs to no sign-in that this browser began in the last ten minutes.
    case stale
    /// The person, or the provider on their behalf, said no.
    case denied
    /// The provider answered with an error of the protocol (RFC 6749, sections 4.1.2.1 and 5.2) or with such a status.
    case refused(String)
    /// The provider was not reached, or may not be called.
    case unreachable(String)
    /// The provider took too long.
    case late
    /// The provider's answer is not what the protocol asks for.
    case unusable(String)
    /// The proof of who somebody is does not hold.
    case forged(TokenFlaw)

    /// The cause in one word, for metrics and logs.
    package var word: String {
        switch self {
        case .unknownProvider: "unknown-provider"
        case .stale: "stale"
        case .denied: "denied"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .late: "late"
        case .unusable: "unusable"
        case .forged: "forged"
        }
    }
}

/// What is wrong with an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
package enum TokenFlaw: String, Error, Hashable, Sendable {
    case notAToken = "it is not a signed token"
    case algorithm = "its algorithm is not one that is accepted"
    case critical = "it asks for extensions that are not known"
    case unknownKey = "the provider has no key of this name for this algorithm"
    case signature = "its signature does not fit"
    case claims = "its claims cannot be read"
    case issuer = "it was issued by somebody else"
    case audience = "it is for another client"
    case authorizedParty = "it was given to another client"
    case expired = "it has expired"
    case early = "it is not in force yet"
    case old = "it was issued before the sign-in began"
    case nonce = "it belongs to another sign-in"
    case subject = "its subject is not one"
}
