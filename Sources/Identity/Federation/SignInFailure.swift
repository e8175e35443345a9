/// Why a sign-in through a provider failed.
///
/// The set is closed: the pages have a sentence for each case. The texts are for the operator's log and
/// contain nothing about the person: no address, no token, no subject.
package enum SignInFailure: Error, Hashable, Sendable {
    /// No provider has this name here.
    case unknownProvider
    /// The response belongs to no sign-in that this browser began in the last ten minutes.
    case stale
    /// The person declined, or the provider did on their behalf.
    case denied
    /// The provider responded with a protocol error (RFC 6749, sections 4.1.2.1 and 5.2) or an error status.
    case refused(String)
    /// The provider could not be reached, or may not be called.
    case unreachable(String)
    /// The provider took too long.
    case late
    /// The provider's response violates the protocol.
    case unusable(String)
    /// The proof of identity is invalid.
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
