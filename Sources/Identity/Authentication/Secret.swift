package import Foundation
package import People

/// A bearer secret, shown once to its owner and stored only as a hash.
///
/// It consists of `bea_` (account) or `bes_` (station), a public part of 16 hexadecimal digits for the
/// lookup, and 256 random bits in base64url.
package struct Secret: Sendable {
    /// The text that the owner sends as `Authorization: Bearer …`.
    package let text: String
    package let credential: Credential

    /// Creates a new secret.
    ///
    /// An account's secret may be limited in scope and time.
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

    /// Splits the text of an account or station secret into its public and secret parts.
    static func parts(of text: String) -> (id: String, secret: Substring)? {
        guard let secret = SecretText(text), secret.kind == .account || secret.kind == .station
        else { return nil }
        return (secret.id, text.dropFirst(21))
    }
}
