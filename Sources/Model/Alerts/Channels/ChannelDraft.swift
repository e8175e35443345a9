package import Foundation
package import People

/// A channel that does not exist yet.
package struct ChannelDraft: Sendable {
    /// The destination of messages, as far as the owner gives it.
    package enum Target: Hashable, Sendable {
        case webhook(URL)
        case push(PushTarget)
        /// An address as the owner typed it.
        case email(String)
    }

    package let target: Target
    package let rhythm: Channel.Rhythm

    package init(target: Target, rhythm: Channel.Rhythm) {
        self.target = target
        self.rhythm = rhythm
    }
}

/// Why an act on a channel is rejected.
///
/// The set is closed: clients switch over it, so a new case is a change of the API.
package enum ChannelObjection: Error, Hashable, Sendable {
    /// The owner has no such channel.
    case unknown
    /// Messages are not sent to this address; the sentence says why.
    case address(String)
    /// The account has reached its limit of channels.
    case tooMany(limit: Int)
    /// The account already has a channel to this URL, endpoint or address.
    case known
    /// This server cannot send messages of this kind; the sentence says why.
    case notDeliverable(String)
    /// The address has not been confirmed yet.
    case unconfirmed
    /// Only webhooks have a secret.
    case noSecret
    /// Enough messages of this kind have been sent for a while.
    case exhausted(retryAfter: Duration)
}

/// A link in an e-mail, which works without signing in.
package struct ChannelLink: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case confirmation, unsubscription
    }

    package let purpose: Purpose
    package let channel: Channel.ID
    /// A secret that only the receiver of the e-mail knows.
    package let secret: String

    package init(purpose: Purpose, channel: Channel.ID, secret: String) {
        self.purpose = purpose
        self.channel = channel
        self.secret = secret
    }

    /// The state of a link.
    package enum State: Hashable, Sendable {
        /// The link works, or was already followed.
        ///
        /// Language and tone are the channel owner's.
        case valid(Language, Tone)
        /// The channel was deleted, so there is nothing left to unsubscribe from.
        case gone
        case invalid
    }
}
