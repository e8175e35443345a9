package import Crypto
package import Foundation

/// Seals what a browser keeps for us while somebody signs in: nobody reads or changes it on the way (AES-GCM).
package struct TicketSeal: Sendable {
    /// What a ticket is for; one for the one is worth nothing for the other.
    package enum Purpose: String, Sendable {
        /// The way to a provider and back.
        case signIn = "sign-in"
        /// The choice of a username by somebody whom a provider has proven and nobody here knows.
        case registration

        /// How long the ticket is good for: ten minutes for the way, thirty to make up a name.
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

    /// Makes a seal with a key of 256 bits; by default one that ends with the program, and all tickets with it.
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

    /// Opens what was sealed; `nil` when it was not sealed here, for something else, or too long ago.
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
