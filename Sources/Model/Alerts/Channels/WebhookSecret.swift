package import Foundation

extension WebhookTarget.Secret {
    /// How long a replaced secret still signs, in seconds: time to bring the new one to every receiver.
    package static let overlap: TimeInterval = 24 * 3_600

    /// A new secret of 32 random bytes.
    package static func random() -> WebhookTarget.Secret {
        var generator = SystemRandomNumberGenerator()
        return WebhookTarget.Secret(
            bytes: Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// The form in which secrets are shown and entered (Standard Webhooks, "Signature scheme").
    package var text: String { "whsec_" + bytes.base64EncodedString() }

    /// Whether the secret signs at an instant.
    package func signs(at now: Date) -> Bool { expires.map { $0 > now } ?? true }
}

extension WebhookTarget {
    /// The same address with a new secret, which signs at once.
    ///
    /// The former one signs for another day.
    package func rotated(
        to secret: Secret = .random(), at now: Date
    ) -> WebhookTarget {
        let former = secrets.filter { $0.signs(at: now) }.map { former in
            let end = now.addingTimeInterval(Secret.overlap)
            return Secret(bytes: former.bytes, expires: min(former.expires ?? end, end))
        }
        // Two are enough: an owner who rotates twice in a day wants the first one gone.
        return WebhookTarget(url: url, secrets: [secret] + former.prefix(1))
    }
}
