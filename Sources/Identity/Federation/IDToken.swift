import Foundation
import JWTKit

/// An ID token (OpenID Connect Core 1.0, section 2).
///
/// Its claims are not trusted until it is verified.
struct IDToken: Sendable {
    /// The allowed difference between this clock and the provider's, in seconds.
    static let skew: TimeInterval = 60
    /// The longest token that is parsed, in bytes.
    private static let lengthLimit = 64 * 1_024

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }

    let algorithm: TokenAlgorithm
    let keyName: String?
    private let text: String

    /// Parses the header of a token.
    init(_ text: String) throws(TokenFlaw) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.lengthLimit, parts.count == 3, !parts[2].isEmpty,
            let bytes = RandomText.bytes(ofBase64URL: parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: bytes)
        else { throw .notAToken }
        guard let algorithm = TokenAlgorithm(rawValue: header.alg) else { throw .algorithm }
        // A recipient must refuse a token with a critical extension that it does not know (RFC 7515, section
        // 4.1.11).
        guard header.crit == nil else { throw .critical }
        (self.text, self.algorithm, keyName) = (text, algorithm, header.kid)
    }

    /// The values that a token must match.
    struct Expectation: Sendable {
        let issuer: String
        let client: String
        let nonce: String
        /// When the sign-in began.
        let began: Date
        let now: Date
    }

    /// Returns the claims if one of the keys has signed the token and the claims match the expectation.
    func claims(signedBy keys: [JWK], fitting expected: Expectation) async throws(TokenFlaw) -> Claims {
        guard !keys.isEmpty else { throw .unknownKey }
        for key in keys {
            let verifier = JWTKeyCollection()
            guard (try? await verifier.add(jwk: key, isDefault: true)) != nil else { continue }
            do {
                let claims = try await verifier.verify(text, as: Claims.self)
                try claims.check(against: expected)
                return claims
            } catch let flaw as TokenFlaw {
                throw flaw
            } catch let error as JWTError where error.errorType == .malformedToken {
                throw .claims
            } catch {
                continue
            }
        }
        throw .signature
    }
}

extension IDToken {
    /// The claims that this service uses.
    struct Claims: JWTPayload {
        let iss: String
        let sub: String
        let aud: [String]
        let azp: String?
        let exp: Double
        let iat: Double
        let nbf: Double?
        let nonce: String?
        let email: String?
        let isEmailVerified: Bool
        let name: String?

        private enum CodingKeys: String, CodingKey {
            case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name
            case isEmailVerified = "email_verified"
        }

        init(from decoder: any Decoder) throws {
            let claims = try decoder.container(keyedBy: CodingKeys.self)
            iss = try claims.decode(String.self, forKey: .iss)
            sub = try claims.decode(String.self, forKey: .sub)
            // A single audience need not be in a list (RFC 7519, section 4.1.3).
            aud =
                try (try? claims.decode([String].self, forKey: .aud)) ?? [
                    claims.decode(String.self, forKey: .aud)
                ]
            azp = try claims.decodeIfPresent(String.self, forKey: .azp)
            exp = try claims.decode(Double.self, forKey: .exp)
            iat = try claims.decode(Double.self, forKey: .iat)
            nbf = try claims.decodeIfPresent(Double.self, forKey: .nbf)
            nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
            email = try? claims.decode(String.self, forKey: .email)
            isEmailVerified = claims.truth(.isEmailVerified)
            name = try? claims.decode(String.self, forKey: .name)
        }

        /// Does nothing: the library verifies the signature, and ``check(against:)`` the claims.
        func verify(using algorithm: some JWTAlgorithm) {}

        /// Checks the claims as section 3.1.3.7 requires.
        func check(against expected: Expectation) throws(TokenFlaw) {
            let now = expected.now.timeIntervalSince1970
            guard iss == expected.issuer else { throw .issuer }
            guard aud.contains(expected.client) else { throw .audience }
            guard azp.map({ $0 == expected.client }) ?? (aud.count == 1) else { throw .authorizedParty }
            guard exp.isFinite, now < exp + skew else { throw .expired }
            guard iat <= now + skew, (nbf ?? iat) <= now + skew else { throw .early }
            guard iat >= expected.began.timeIntervalSince1970 - skew else { throw .old }
            guard let nonce, RandomText.areEqual(nonce, expected.nonce) else { throw .nonce }
            guard (1...255).contains(sub.utf8.count) else { throw .subject }
        }
    }
}
