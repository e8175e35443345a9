import Foundation
import JWTKit

/// The public keys of a provider (RFC 7517, section 5).
///
/// Keys of unknown kinds are ignored, as the standard requires. Encryption keys are ignored as well.
struct KeySet: Decodable, Sendable {
    /// The most keys that are read, more than any provider has.
    ///
    /// Further keys are ignored.
    private static let limit = 64

    private struct Key: Decodable, Sendable {
        let jwk: JWK?
        let use: String?
        let operations: [String]?

        private enum CodingKeys: String, CodingKey {
            case use
            case operations = "key_ops"
        }

        init(from decoder: any Decoder) throws {
            jwk = try? JWK(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            use = try? container.decode(String.self, forKey: .use)
            operations = try? container.decode([String].self, forKey: .operations)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case keys
    }

    private let keys: [JWK]

    init(from decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: CodingKeys.self).decode([Key].self, forKey: .keys)
        keys = all.prefix(Self.limit)
            .filter { ($0.use ?? "sig") == "sig" && ($0.operations?.contains("verify") ?? true) }
            .compactMap(\.jwk)
    }

    /// Returns the keys that may have signed a token.
    ///
    /// These are the keys for the algorithm with the token's key name, or all keys for the algorithm if the
    /// token names none.
    func keys(named name: String?, for algorithm: TokenAlgorithm) -> [JWK] {
        keys.compactMap { key in
            guard key.keyType == algorithm.keyType, key.algorithm.map({ $0 == algorithm.jwk }) ?? true,
                name == nil || key.keyIdentifier?.string == name
            else { return nil }
            // A key without a name cannot be added to a collection.
            var key = key
            key.algorithm = algorithm.jwk
            key.keyIdentifier = key.keyIdentifier ?? "unnamed"
            key.privateExponent = nil
            return key
        }
    }
}

/// The algorithms accepted for ID tokens.
///
/// All are asymmetric, so that no public key can be mistaken for a shared secret.
enum TokenAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case ps256 = "PS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    var keyType: JWK.KeyType {
        switch self {
        case .rs256, .ps256: .rsa
        case .es256: .ecdsa
        case .edDSA: .octetKeyPair
        }
    }

    var jwk: JWK.Algorithm {
        switch self {
        case .rs256: .rs256
        case .ps256: .ps256
        case .es256: .es256
        case .edDSA: .eddsa
        }
    }
}
