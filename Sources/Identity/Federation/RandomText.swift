import Crypto
import Foundation

/// Unguessable text, and the transformations of it that sign-ins need.
enum RandomText {
    /// 256 random bits in base64url: 43 characters, the least that PKCE allows (RFC 7636, section 4.1).
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// The challenge of a verifier by the method S256 (RFC 7636, section 4.2).
    static func challenge(of verifier: String) -> String {
        base64URL(SHA256.hash(data: Data(verifier.utf8)))
    }

    static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func bytes(ofBase64URL text: some StringProtocol) -> Data? {
        guard
            text.utf8.allSatisfy({
                $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=")
            })
        else { return nil }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }

    /// Whether two texts are equal.
    ///
    /// The comparison takes the same time wherever they differ.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
