package import Foundation
package import People

/// A channel that does not exist yet.
package struct ChannelDraft: Sendable {
    package enum Target: Hashable, Sendable {
        case webhook(URL)
        case push(PushTarget)
        /// An address as somebody typed it.
        case email(String)
    }

    package let target: Target
    package let rhythm: Channel.Rhythm

    package init(target: Target, rhythm: Channel.Rhythm) {
        self.target = target
        self.rhythm = rhythm
    }
}

/// Why something cannot be done with a channel.
///
/// The set is closed: clients switch over it, so a new case is a change of the API.
package enum ChannelObjection: Error, Hashable, Sendable {
    /// The owner has no such channel.
    case unknown
    /// The address is none that messages are sent to; the sentence says why.
    case address(String)
    /// The account has as many channels as one may have.
    case tooMany(limit: Int)
    /// The account has a channel to this URL, endpoint or address already.
    case known
    /// Messages of this kind cannot be sent from here; the sentence says why.
    case notDeliverable(String)
    /// The address was not confirmed yet.
    case unconfirmed
    /// Only webhooks have a secret.
    case noSecret
    /// Enough messages of this kind were sent for a while.
    case exhausted(retryAfter: Duration)
}

/// A link in an e-mail, which works without signing in.
package struct ChannelLink: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case confirmation, unsubscription
    }

    package let purpose: Purpose
    package let channel: Channel.ID
    /// What only the receiver of the e-mail knows.
    package let secret: String

    package init(purpose: Purpose, channel: Channel.ID, secret: String) {
        self.purpose = purpose
        self.channel = channel
        self.secret = secret
    }

    /// What it leads to.
    package enum State: Hashable, Sendable {
        /// It can be followed, or was; language and tone are those of the channel's owner.
        case valid(Language, Tone)
        /// The channel is gone, and with it everything that one could unsubscribe from.
        case gone
        case invalid
    }
}
