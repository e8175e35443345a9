package import Allergens
import Crypto
import Foundation

/// A bearer secret: shown once to its owner, kept only as a hash.
///
/// It reads `bea_` (account) or `bes_` (station), a public part of 16 hexadecimal digits by which it is found, and
/// 256 random bits in base64url. With that much randomness a plain hash is as good as a slow one.
package struct Secret: Sendable {
    /// The text that its owner sends as `Authorization: Bearer …`.
    package let text: String
    package let credential: Credential

    /// Makes a new secret for somebody.
    package init(for principal: Principal) {
        let id = Self.randomBytes(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let secret = Data(Self.randomBytes(32)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        text = "\(Self.prefix(for: principal))_\(id)_\(secret)"
        credential = Credential(id: id, hash: Self.hash(of: secret), principal: principal)
    }

    private static func prefix(for principal: Principal) -> String {
        switch principal {
        case .account: "bea"
        case .station: "bes"
        }
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    static func hash(of secret: some StringProtocol) -> Data {
        Data(SHA256.hash(data: Data(secret.utf8)))
    }

    /// The public and the secret part of a text that has the form of a secret.
    static func parts(of text: String) -> (id: String, secret: Substring)? {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "bea" || parts[0] == "bes", parts[1].utf8.count == 16,
            parts[2].utf8.count == 43
        else { return nil }
        return (String(parts[1]), parts[2])
    }
}
