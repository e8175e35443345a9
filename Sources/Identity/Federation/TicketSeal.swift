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

    /// By how many seconds the clock of another node may be ahead.
    private static let clockDifference: TimeInterval = 60

    private let keys: @Sendable () throws -> [SymmetricKey]

    /// Creates a seal with 256-bit keys, which are asked for at each use.
    ///
    /// Every node that the browser may come back to needs them. The first seals, and all of them open.
    package init(keys: @escaping @Sendable () throws -> [SymmetricKey]) { self.keys = keys }

    /// Creates a seal with a key that is lost when the program ends, and all tickets with it.
    package init() {
        let key = SymmetricKey(size: .bits256)
        self.init { [key] }
    }

    /// Seals a value into text that fits a cookie.
    package func seal(_ value: some Codable, for purpose: Purpose, at now: Date) throws -> String {
        let bytes = try JSONEncoder().encode(Sealed(made: now, value: value))
        guard let key = try keys().first else { preconditionFailure("a seal has at least one key") }
        let box = try AES.GCM.seal(bytes, using: key, authenticating: Data(purpose.rawValue.utf8))
        guard let combined = box.combined else {
            preconditionFailure("a box with a nonce of 96 bits has one form")
        }
        return RandomText.base64URL(combined)
    }

    /// Opens a ticket.
    ///
    /// Returns `nil` if it was sealed elsewhere, for another purpose, too long ago, or in the future.
    package func open<Value: Codable>(
        _ ticket: String, as type: Value.Type, for purpose: Purpose, at now: Date
    ) -> Value? {
        guard let bytes = RandomText.bytes(ofBase64URL: ticket),
            let box = try? AES.GCM.SealedBox(combined: bytes), let plain = opened(box, for: purpose),
            let sealed = try? JSONDecoder().decode(Sealed<Value>.self, from: plain),
            (-Self.clockDifference...purpose.lifetime).contains(now.timeIntervalSince(sealed.made))
        else { return nil }
        return sealed.value
    }

    private func opened(_ box: AES.GCM.SealedBox, for purpose: Purpose) -> Data? {
        let keys = (try? keys()) ?? []
        return keys.lazy.compactMap { key in
            try? AES.GCM.open(box, using: key, authenticating: Data(purpose.rawValue.utf8))
        }.first
    }
}
