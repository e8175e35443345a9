import Foundation
import JWTKit

/// An ID token (OpenID Connect Core 1.0, section 2), read but not believed before it is verified.
struct IDToken: Sendable {
    /// A clock here and one at the provider may be this far apart.
    static let skew: TimeInterval = 60
    /// Longer tokens are not read.
    private static let lengthLimit = 64 * 1_024

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }

    let algorithm: TokenAlgorithm
    let keyName: String?
    private let text: String

    /// Reads the head of a token.
    init(_ text: String) throws(TokenFlaw) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.lengthLimit, parts.count == 3, !parts[2].isEmpty,
            let bytes = RandomText.bytes(ofBase64URL: parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: bytes)
        else { throw .notAToken }
        guard let algorithm = TokenAlgorithm(rawValue: header.alg) else { throw .algorithm }
        // Whoever does not know an extension that is critical must refuse the token (RFC 7515, section 4.1.11).
        guard header.crit == nil else { throw .critical }
        (self.text, self.algorithm, keyName) = (text, algorithm, header.kid)
    }

    /// What a token has to fit to.
    struct Expectation: Sendable {
        let issuer: String
        let client: String
        let nonce: String
        /// When the sign-in began.
        let began: Date
        let now: Date
    }

    /// The claims, when one of the keys has signed them and they are what is expected.
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
    /// The claims of a token that are of use here.
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
            // One audience may stand without a list around it (RFC 7519, section 4.1.3).
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

        /// The signature is the library's to judge, the claims are judged by ``check(against:)``.
        func verify(using algorithm: some JWTAlgorithm) {}

        /// Judges the claims as section 3.1.3.7 asks.
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
