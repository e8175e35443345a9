package import Foundation
package import People

/// A way to notify a subscriber besides the inbox.
package struct Channel: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that cannot be guessed.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    package enum Kind: String, CaseIterable, Sendable, Codable {
        case webhook, push, email
    }

    /// The destination of messages, with what sending to it requires.
    package enum Target: Hashable, Sendable {
        case webhook(WebhookTarget)
        case push(PushTarget)
        case email(EmailTarget)

        package var kind: Kind {
            switch self {
            case .webhook: .webhook
            case .push: .push
            case .email: .email
            }
        }
    }

    /// Whether messages are sent.
    package enum State: String, CaseIterable, Sendable, Codable {
        /// Nothing is sent until the owner has confirmed that the address is theirs.
        case unconfirmed
        case active
        /// Nothing more is sent, because sending failed for too long.
        ///
        /// The owner may reactivate the channel.
        case parked
    }

    /// Whether each alert is sent by itself, or all alerts of a day in one message.
    package enum Rhythm: String, CaseIterable, Sendable, Codable {
        case single, digest
    }

    package let id: ID
    package let account: Account.ID
    package var target: Target
    package var rhythm: Rhythm
    package var state: State
    /// The last failure, in words for the owner; `nil` when the last message arrived.
    package var failure: String?
    package let created: Date

    package init(
        id: ID = .random(), account: Account.ID, target: Target, rhythm: Rhythm = .single,
        state: State = .active, failure: String? = nil, created: Date
    ) {
        self.id = id
        self.account = account
        self.target = target
        self.rhythm = rhythm
        self.state = state
        self.failure = failure
        self.created = created
    }

    /// The largest number of channels of an account: the phones, browsers and programs of a family.
    package static let perAccount = 20
}

/// An address that receives messages by HTTP POST (Standard Webhooks).
package struct WebhookTarget: Hashable, Sendable, Codable {
    package let url: URL
    /// The signing secrets in force, newest first.
    ///
    /// Each signs every message.
    package var secrets: [Secret]

    /// A secret that signs messages.
    package struct Secret: Hashable, Sendable, Codable {
        /// 24 to 64 random bytes.
        package let bytes: Data
        /// The end of its use for signing; `nil` for the newest.
        package var expires: Date?

        package init(bytes: Data, expires: Date? = nil) {
            self.bytes = bytes
            self.expires = expires
        }
    }

    package init(url: URL, secrets: [Secret]) {
        self.url = url
        self.secrets = secrets
    }
}

/// A browser's push subscription (RFC 8030, RFC 8291).
package struct PushTarget: Hashable, Sendable, Codable {
    package let endpoint: URL
    /// The browser's public key: an uncompressed point on P-256, 65 bytes.
    package let publicKey: Data
    /// The browser's authentication secret, 16 bytes.
    package let authentication: Data

    package init(endpoint: URL, publicKey: Data, authentication: Data) {
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authentication = authentication
    }
}

/// An e-mail address.
package struct EmailTarget: Hashable, Sendable, Codable {
    package let address: String
    /// SHA-256 of the code that was sent to the address to confirm it.
    package let confirmation: Data
    /// The random token that unsubscribes without signing in (RFC 8058).
    package let unsubscription: String

    package init(address: String, confirmation: Data, unsubscription: String) {
        self.address = address
        self.confirmation = confirmation
        self.unsubscription = unsubscription
    }
}
