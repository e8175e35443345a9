import Addressing
import Crypto
import Foundation

/// A random secret in its written form.
///
/// It consists of three letters for its kind, a public part of 16 hexadecimal digits for the lookup, and 256
/// random bits in base64url.
struct SecretText: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// A token of an account.
        case account = "bea"
        /// A key of a station.
        case station = "bes"
        /// A sign-in.
        case session = "bew"
        /// A link in a mail.
        case link = "bel"
    }

    let kind: Kind
    /// The public part.
    let id: String
    /// The whole text, as it is sent.
    let text: String
    /// The SHA-256 hash of the secret part.
    ///
    /// The secret has so much randomness that a plain hash is as good as a slow one.
    let hash: Data

    /// Creates a new secret of a kind.
    ///
    /// Pass `id` to keep the public part of the secret that this one replaces.
    init(_ kind: Kind, id: String? = nil) {
        let id = id ?? Self.random(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let secret = Base64URL.text(of: Self.random(32))
        self.kind = kind
        self.id = id
        text = "\(kind.rawValue)_\(id)_\(secret)"
        hash = Self.hash(of: secret)
    }

    /// Parses a text in the form of a secret.
    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])), parts[1].utf8.count == 16,
            parts[2].utf8.count == 43
        else { return nil }
        self.kind = kind
        id = String(parts[1])
        self.text = text
        hash = Self.hash(of: parts[2])
    }

    /// Returns bytes from the system's random number generator.
    static func random(_ count: Int) -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    static func hash(of secret: some StringProtocol) -> Data {
        Data(SHA256.hash(data: Data(secret.utf8)))
    }

    /// Whether this secret matches a stored hash.
    ///
    /// The comparison takes constant time.
    func opens(_ kept: Data) -> Bool { Self.equal(hash, kept) }

    /// Compares bytes in a time that depends only on their number.
    static func equal(_ left: Data, _ right: Data) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
