import Crypto
import CryptoExtras
import Federation
import Foundation
import Testing

/// Forged tokens, signed or unsigned, with keys made here.
@Suite struct TokenTests {
    private let keys = SigningKeys.shared

    @Test(arguments: SigningKeys.Algorithm.allCases)
    func `a token of each accepted algorithm proves the identity`(algorithm: SigningKeys.Algorithm)
        async throws
    {
        let trips = try Trips()
        trips.provider.issue { try await SigningKeys.shared.token($0, algorithm) }
        let proven = try await trips.completeSignIn()
        #expect(proven.identity.subject == "person-7")
        #expect(proven.identity.email == "anna@example.org")
        #expect(proven.identity.isEmailVerified)
        #expect(proven.purpose == SignInPurpose(returnPath: "/account"))
    }

    private func flaw(_ token: @escaping @Sendable (PlayedProvider.Claims) async throws -> String)
        async throws
        -> TokenFlaw?
    {
        let trips = try Trips()
        trips.provider.issue(token)
        guard case .forged(let flaw) = await trips.failure() else { return nil }
        return flaw
    }

    @Test func `a token without a signature is refused`() async throws {
        for algorithm in ["none", "None", "nOnE"] {
            let bare = try await flaw { claims in
                try SigningKeys.shared.assembled(#"{"alg":"\#(algorithm)"}"#, claims) { _ in Data() }
            }
            #expect(bare == .notAToken)
            let dressed = try await flaw { claims in
                try SigningKeys.shared.assembled(#"{"alg":"\#(algorithm)"}"#, claims) { _ in Data([1]) }
            }
            #expect(dressed == .algorithm)
        }
    }

    @Test func `a public key is not used as a shared secret`() async throws {
        let publicKey = Data(keys.rsa.publicKey.pemRepresentation.utf8)
        for algorithm in ["HS256", "HS384", "HS512"] {
            let flaw = try await flaw { claims in
                try SigningKeys.shared.assembled(#"{"alg":"\#(algorithm)","kid":"rsa-1"}"#, claims) {
                    Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: publicKey)))
                }
            }
            #expect(flaw == .algorithm)
        }
    }

    @Test func `a key is not used for an algorithm of another kind`() async throws {
        let flaw = try await flaw { claims in
            try SigningKeys.shared.assembled(#"{"alg":"ES256","kid":"rsa-1"}"#, claims) {
                try SigningKeys.shared.rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        }
        #expect(flaw == .unknownKey)
    }

    @Test func `a token signed with another key is refused`() async throws {
        #expect(try await flaw { try await SigningKeys().token($0, .rs256) } == .signature)
        #expect(try await flaw { try await SigningKeys().token($0, .rs256, kid: "theirs") } == .unknownKey)
    }

    @Test func `a key inside the token itself is not trusted`() async throws {
        let flaw = try await flaw { claims in
            let mine = SigningKeys()
            return try mine.assembled(#"{"alg":"RS256","kid":"x","jwk":\#(mine.rsaKey("x"))}"#, claims) {
                try mine.rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        }
        #expect(flaw == .unknownKey)
    }

    @Test func `claims that were changed after signing are refused`() async throws {
        let flaw = try await flaw { claims in
            let parts = try await SigningKeys.shared.token(claims, .rs256).split(separator: ".")
            var other = claims
            other.sub = "person-1"
            return "\(parts[0]).\(SigningKeys.base64URL(try JSONEncoder().encode(other))).\(parts[2])"
        }
        #expect(flaw == .signature)
    }

    @Test func `an unknown critical extension is refused`() async throws {
        let flaw = try await flaw { claims in
            try SigningKeys.shared.assembled(#"{"alg":"RS256","kid":"rsa-1","crit":["exp"],"exp":1}"#, claims)
            {
                try SigningKeys.shared.rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
            }
        }
        #expect(flaw == .critical)
    }

    @Test func `an encryption key is not accepted for signatures`() async throws {
        let trips = try Trips()
        trips.provider.show(keys: [keys.rsaKey("rsa-1", use: "enc")])
        #expect(await trips.failure() == .forged(.unknownKey))
    }

    @Test(arguments: ["", "a.b", "a.b.c", "a.b.c.d", "…", String(repeating: "a", count: 70_000)])
    func `a malformed token is refused`(text: String) async throws {
        #expect(try await flaw { _ in text } == .notAToken)
    }

    /// A change of the claims, and the claim that is then wrong.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let flaw: TokenFlaw?
        let change: @Sendable (inout PlayedProvider.Claims) -> Void

        init(
            _ name: String, _ flaw: TokenFlaw?,
            _ change: @escaping @Sendable (inout PlayedProvider.Claims) -> Void
        ) {
            (testDescription, self.flaw, self.change) = (name, flaw, change)
        }
    }

    static let changes = [
        Change("another issuer", .issuer) { $0.iss = "https://login.example/" },
        Change("no issuer", .claims) { $0.iss = nil },
        Change("another audience", .audience) { $0.aud = ["somebody"] },
        Change("no audience", .audience) { $0.aud = [] },
        Change("two audiences, nobody authorized", .authorizedParty) { $0.aud = ["breathe", "somebody"] },
        Change("two audiences, another authorized", .authorizedParty) {
            ($0.aud, $0.azp) = (["breathe", "somebody"], "somebody")
        },
        Change("two audiences, we authorized", nil) {
            ($0.aud, $0.azp) = (["breathe", "somebody"], "breathe")
        },
        Change("another authorized", .authorizedParty) { $0.azp = "somebody" },
        Change("expired", .expired) { $0.exp = ($0.iat ?? 0) - 61 },
        Change("expired within the skew", nil) { $0.exp = ($0.iat ?? 0) - 30 },
        Change("without an end", .claims) { $0.exp = nil },
        Change("of the future", .early) { $0.iat = ($0.iat ?? 0) + 120 },
        Change("of the future within the skew", nil) { $0.iat = ($0.iat ?? 0) + 30 },
        Change("of before the sign-in", .old) { $0.iat = ($0.iat ?? 0) - 120 },
        Change("another nonce", .nonce) { $0.nonce = "another" },
        Change("no nonce", .nonce) { $0.nonce = nil },
        Change("no subject", .claims) { $0.sub = nil },
        Change("an empty subject", .subject) { $0.sub = "" },
        Change("an endless subject", .subject) { $0.sub = String(repeating: "s", count: 256) },
    ]

    @Test(arguments: changes)
    func `each claim is checked`(change: Change) async throws {
        let flaw = try await flaw { claims in
            var claims = claims
            change.change(&claims)
            return try await SigningKeys.shared.token(claims, .es256)
        }
        #expect(flaw == change.flaw)
    }

    @Test func `an unverified address is not called verified`() async throws {
        let trips = try Trips()
        trips.provider.issue { claims in
            var claims = claims
            claims.email_verified = nil
            return try await SigningKeys.shared.token(claims, .rs256)
        }
        #expect(try await trips.completeSignIn().identity.isEmailVerified == false)
    }
}
