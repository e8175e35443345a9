import Crypto
import CryptoExtras
import Foundation
import JWTKit

/// Keys of each kind that providers sign with, made anew for each run.
struct SigningKeys: Sendable {
    static let shared = SigningKeys()

    let rsa: _RSA.Signing.PrivateKey
    let p256 = P256.Signing.PrivateKey()
    let ed25519 = Curve25519.Signing.PrivateKey()

    enum Algorithm: String, CaseIterable, Sendable {
        case rs256 = "RS256"
        case ps256 = "PS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    init() {
        do { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) } catch { preconditionFailure("\(error)") }
    }

    /// A token signed as providers do.
    func token(_ claims: PlayedProvider.Claims, _ algorithm: Algorithm, kid: String? = nil) async throws
        -> String
    {
        let name = kid ?? Self.name(algorithm)
        return try assembled(
            #"{"typ":"JWT","alg":"\#(algorithm.rawValue)","kid":"\#(name)"}"#, claims
        ) { bytes in
            switch algorithm {
            case .rs256: try rsa.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
            case .ps256: try rsa.signature(for: bytes, padding: .PSS).rawRepresentation
            case .es256: try p256.signature(for: bytes).rawRepresentation
            case .edDSA: try ed25519.signature(for: bytes)
            }
        }
    }

    /// A token assembled by hand: a header, claims, and any text as its signature.
    func assembled(
        _ header: String, _ claims: PlayedProvider.Claims, _ sign: (Data) throws -> Data
    ) throws -> String {
        let body = Self.base64URL(Data(header.utf8)) + "." + Self.base64URL(try JSONEncoder().encode(claims))
        return body + "." + Self.base64URL(try sign(Data(body.utf8)))
    }

    static func name(_ algorithm: Algorithm) -> String {
        switch algorithm {
        case .rs256, .ps256: "rsa-1"
        case .es256: "ec-1"
        case .edDSA: "ed-1"
        }
    }

    /// The public keys as JSON Web Keys, among others of unknown kinds.
    var publicKeys: [String] {
        [
            #"{"kty":"oct","kid":"odd-1","k":"AAAA"}"#,
            #"{"kty":"EC","kid":"odd-2","crv":"secp256k1","x":"AAAA","y":"AAAA"}"#,
            rsaKey("rsa-1"), ecKey("ec-1"), edKey("ed-1"),
        ]
    }

    func rsaKey(_ name: String, use: String = "sig") -> String {
        guard let parts = try? rsa.publicKey.getKeyPrimitives() else {
            preconditionFailure("a key has its parts")
        }
        return """
            {"kty":"RSA","kid":"\(name)","use":"\(use)","n":"\(Self.base64URL(parts.modulus))",
             "e":"\(Self.base64URL(parts.publicExponent))"}
            """
    }

    private func ecKey(_ name: String) -> String {
        let point = p256.publicKey.rawRepresentation
        return """
            {"kty":"EC","kid":"\(name)","crv":"P-256","alg":"ES256","x":"\(Self.base64URL(point.prefix(32)))",
             "y":"\(Self.base64URL(point.suffix(32)))"}
            """
    }

    private func edKey(_ name: String) -> String {
        """
        {"kty":"OKP","kid":"\(name)","crv":"Ed25519","x":"\(Self.base64URL(ed25519.publicKey.rawRepresentation))"}
        """
    }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }
}
