import Foundation

/// A provider's metadata (OpenID Connect Discovery 1.0, section 3).
struct ProviderMetadata: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: URL
    let tokenEndpoint: URL
    let userInfoEndpoint: URL?
    let keySet: URL
    /// The authentication methods; `client_secret_basic` if missing.
    let authenticationMethods: [String]?
    /// Whether the provider's responses name it (RFC 9207, section 3).
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

    /// The address of an issuer's metadata (section 4).
    ///
    /// A slash at the end of the issuer is not doubled.
    static func address(of issuer: URL) -> URL? {
        let text = issuer.absoluteString
        return URL(
            string: (text.hasSuffix("/") ? String(text.dropLast()) : text)
                + "/.well-known/openid-configuration")
    }

    /// Checks that the metadata belong to the issuer, and that no secret is sent unencrypted.
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
