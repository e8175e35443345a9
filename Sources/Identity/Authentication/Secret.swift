package import Foundation
package import People

/// A bearer secret: shown once to its owner, kept only as a hash.
///
/// It reads `bea_` (account) or `bes_` (station), a public part of 16 hexadecimal digits by which it is found, and
/// 256 random bits in base64url.
package struct Secret: Sendable {
    /// The text that its owner sends as `Authorization: Bearer …`.
    package let text: String
    package let credential: Credential

    /// Makes a new secret for somebody; an account's is good for some things only and for some time only.
    package init(for principal: Principal, scopes: Scopes = .all, ends: Date? = nil) {
        let kind: SecretText.Kind =
            switch principal {
            case .account: .account
            case .station: .station
            }
        let secret = SecretText(kind)
        text = secret.text
        credential = Credential(
            id: secret.id, hash: secret.hash, principal: principal, scopes: scopes, ends: ends)
    }

    /// The public and the secret part of a text that has the form of a secret of an account or station.
    static func parts(of text: String) -> (id: String, secret: Substring)? {
        guard let secret = SecretText(text), secret.kind == .account || secret.kind == .station
        else { return nil }
        return (secret.id, text.dropFirst(21))
    }
}
