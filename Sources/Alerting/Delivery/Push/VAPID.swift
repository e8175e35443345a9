import Addressing
package import Crypto
package import Foundation
import Synchronization

/// Identifies the sender to push services (RFC 8292), with one signed token per service for half a day.
package final class VAPID: Sendable {
    /// RFC 8292, section 2, allows a day; half a day leaves room for wrong clocks.
    private static let lifetime: TimeInterval = 12 * 3_600
    /// A token is renewed while it is still valid for longer than any request takes.
    private static let reserve: TimeInterval = 3_600
    /// There are about a dozen push services; made-up endpoints must not fill the memory.
    private static let cacheLimit = 256

    private struct Token {
        let text: String
        let expires: Date
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int
        let sub: String
    }

    private let key: P256.Signing.PrivateKey
    private let contact: String
    private let tokens = Mutex<[String: Token]>([:])

    /// Creates the sender.
    ///
    /// - Parameters:
    ///   - key: The key to which subscriptions are bound: another key makes them void.
    ///   - contact: The operator's `mailto:` or `https:` address; RFC 8292 asks for it, and some services refuse
    ///     senders without it.
    package init(key: P256.Signing.PrivateKey, contact: String) {
        self.key = key
        self.contact = contact
    }

    /// The public key as browsers want it for `applicationServerKey`: an uncompressed point in base64url.
    package var publicKey: String { Base64URL.text(of: key.publicKey.x963Representation) }

    /// The value of `Authorization` for a request to a push service.
    ///
    /// - Returns: `nil` when the endpoint has no host.
    package func authorization(for endpoint: URL, at now: Date) throws -> String? {
        guard let origin = Self.origin(of: endpoint) else { return nil }
        let known = tokens.withLock { $0[origin] }
        if let known, known.expires.timeIntervalSince(now) > Self.reserve,
            known.expires.timeIntervalSince(now) <= Self.lifetime
        {
            return header(known)
        }
        let expires = now.addingTimeInterval(Self.lifetime)
        let token = Token(text: try signed(origin, until: expires), expires: expires)
        tokens.withLock { tokens in
            if tokens.count >= Self.cacheLimit { tokens.removeAll() }
            tokens[origin] = token
        }
        return header(token)
    }

    /// The header without a blank after the comma; RFC 9110 allows one, but some parsers do not expect it.
    private func header(_ token: Token) -> String { "vapid t=\(token.text),k=\(publicKey)" }

    /// A JSON Web Token with ES256 (RFC 7515, RFC 7518 section 3.4).
    private func signed(_ origin: String, until expires: Date) throws -> String {
        let claims = Claims(aud: origin, exp: Int(expires.timeIntervalSince1970), sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = Base64URL.text(of: Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8))
        let text = "\(head).\(Base64URL.text(of: try encoder.encode(claims)))"
        let signature = try key.signature(for: Data(text.utf8))
        return "\(text).\(Base64URL.text(of: signature.rawRepresentation))"
    }

    /// The origin of a URL as RFC 6454, section 6.2, serialises it.
    static func origin(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        let isUsual = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
        return isUsual ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(url.port ?? 0)"
    }
}
