import Foundation

/// What a provider says about itself (OpenID Connect Discovery 1.0, section 3).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: URL
    let tokenEndpoint: URL
    let userInfoEndpoint: URL?
    let keySet: URL
    /// `client_secret_basic` when nothing is said.
    let authenticationMethods: [String]?
    /// Whether its answers name it (RFC 9207, section 3).
    let namesItself: Bool?
    let challengeMethods: [String]?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case userInfoEndpoint = "userinfo_endpoint"
        case keySet = "jwks_uri"
        case authenticationMethods = "token_endpoint_auth_methods_supported"
        case namesItself = "authorization_response_iss_parameter_supported"
        case challengeMethods = "code_challenge_methods_supported"
    }

    /// Where the metadata of an issuer lies (section 4): a slash at the issuer's end is not doubled.
    static func address(of issuer: URL) -> URL? {
        let text = issuer.absoluteString
        return URL(
            string: (text.hasSuffix("/") ? String(text.dropLast()) : text)
                + "/.well-known/openid-configuration")
    }

    /// Makes sure that the metadata are those of the issuer, and that nothing secret goes over an open line.
    ///
    /// The issuer is compared character by character (section 4.3).
    func check(against issuer: String) throws(SignInFailure) {
        guard self.issuer == issuer else { throw .unusable("the metadata are those of another issuer") }
        let isOpen = issuer.hasPrefix("http:")
        let all = [authorizationEndpoint, tokenEndpoint, keySet] + [userInfoEndpoint].compactMap { $0 }
        guard all.allSatisfy({ $0.scheme == "https" || isOpen && $0.scheme == "http" })
        else { throw .unusable("the metadata name an address without TLS") }
    }
}
