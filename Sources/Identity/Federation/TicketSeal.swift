package import Crypto
package import Foundation

/// Seals data that the browser holds during a sign-in, so that nobody can read or change it (AES-GCM).
package struct TicketSeal: Sendable {
    /// The purpose of a ticket.
    ///
    /// A ticket for one purpose is worthless for the other.
    package enum Purpose: String, Sendable {
        /// A sign-in at a provider.
        case signIn = "sign-in"
        /// The choice of a username by a person with a proven identity and no account here.
        case registration

        /// How long a ticket is valid: ten minutes for a sign-in, thirty to choose a name.
        package var lifetime: TimeInterval {
            switch self {
            case .signIn: 600
            case .registration: 1_800
            }
        }
    }

    private struct Sealed<Value: Codable>: Codable {
        let made: Date
        let value: Value
    }

    private let key: SymmetricKey

    /// Creates a seal with a 256-bit key.
    ///
    /// The default key is lost when the program ends, and all tickets with it.
    package init(key: SymmetricKey = SymmetricKey(size: .bits256)) { self.key = key }

    /// Seals a value into text that fits a cookie.
    package func seal(_ value: some Codable, for purpose: Purpose, at now: Date) throws -> String {
        let bytes = try JSONEncoder().encode(Sealed(made: now, value: value))
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Data(purpose.rawValue.utf8))
        guard let combined = box.combined else {
            preconditionFailure("a box with a nonce of 96 bits has one form")
        }
        return RandomText.base64URL(combined)
    }

    /// Opens a ticket.
    ///
    /// Returns `nil` if it was sealed elsewhere, for another purpose, or too long ago.
    package func open<Value: Codable>(
        _ ticket: String, as type: Value.Type, for purpose: Purpose, at now: Date
    ) -> Value? {
        guard let bytes = RandomText.bytes(ofBase64URL: ticket),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Data(purpose.rawValue.utf8)),
            let sealed = try? JSONDecoder().decode(Sealed<Value>.self, from: plain),
            (0...purpose.lifetime).contains(now.timeIntervalSince(sealed.made))
        else { return nil }
        return sealed.value
    }
}
