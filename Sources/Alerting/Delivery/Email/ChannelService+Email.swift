import Addressing
package import Alerts
import Crypto
import Foundation
import Mail
import People

/// E-mail addresses are used once their owners have said that they are theirs.
extension ChannelService {
    /// Opens a channel to an address as somebody typed it, and asks whether it is theirs.
    func open(
        _ text: String, _ rhythm: Channel.Rhythm, _ account: Account.ID
    ) async throws -> Channel {
        guard carriers.email != nil else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        guard let address = MailAddress(text) else {
            throw ChannelObjection.address(
                "This is no e-mail address as anna@example.org; domains with other letters are written as xn--…."
            )
        }
        let target = EmailTarget(
            address: address.text, confirmation: Data(), unsubscription: Self.randomText())
        let channel = Channel(
            account: account, target: .email(target), rhythm: rhythm, state: .unconfirmed, created: now())
        try await store.add(channel)
        do {
            return try await ask(about: channel)
        } catch {
            // Without the question there would be a channel that nobody can confirm.
            _ = try await store.remove(channel.id, of: account)
            throw error
        }
    }

    /// Asks the owner of an address whether it may be used; a code that was sent before is void.
    ///
    /// Nobody is asked any more about a channel that was confirmed in the meantime.
    ///
    /// - Parameters:
    ///   - asked: A channel that is not confirmed.
    ///   - rhythm: How often the channel is to be used; `nil` changes nothing.
    /// - Returns: The channel as it is now.
    /// - Throws: ``ChannelObjection``, before anything was changed unless the address was refused.
    func ask(about asked: Channel, to rhythm: Channel.Rhythm? = nil) async throws -> Channel {
        guard let carrier = carriers.email, case .email(let target) = asked.target
        else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        try take(askers, "\(asked.account.rawValue)")
        try take(questions, target.address.lowercased())
        let code = Self.randomText()
        let question = Channel.Target.email(
            EmailTarget(
                address: target.address, confirmation: Data(SHA256.hash(data: Data(code.utf8))),
                unsubscription: target.unsubscription))
        let channel = try await alter(asked.id, of: asked.account) { channel in
            channel.rhythm = rhythm ?? channel.rhythm
            if channel.state == .unconfirmed { channel.target = question }
        }
        guard channel.state == .unconfirmed else { return channel }
        let profile = try await store.profile(of: channel.account)
        let failure: String?
        switch await carrier.carryConfirmation(code: code, over: channel, for: profile) {
        case .sent, .delivered: failure = nil
        case .failed(let words, _): failure = words
        case .refused(let words): throw ChannelObjection.address(words)
        case .gone: throw ChannelObjection.unknown
        }
        // Whoever was quick has confirmed by now, or was asked again: then this says nothing new.
        return try await alter(channel.id, of: channel.account) { channel in
            guard channel.state == .unconfirmed, channel.target == question else { return }
            channel.failure = failure
        }
    }

    /// 256 random bits as text that stands in an address.
    private static func randomText() -> String {
        Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    /// Looks whether a link is valid, without following it.
    package func look(at link: ChannelLink) async throws -> ChannelLink.State {
        guard let channel = try await store.channel(link.channel) else { return .gone }
        guard case .email(let target) = channel.target, Self.opens(link, target) else { return .invalid }
        let profile = try await store.profile(of: channel.account)
        return .valid(profile.language, profile.tone)
    }

    /// Does what a link is for; doing it again changes nothing.
    package func follow(_ link: ChannelLink) async throws -> ChannelLink.State {
        let state = try await look(at: link)
        guard case .valid = state, let channel = try await store.channel(link.channel)
        else { return state }
        switch link.purpose {
        case .confirmation: return try await confirm(channel, with: link) ?? state
        case .unsubscription:
            _ = try await store.remove(channel.id, of: channel.account)
            return state
        }
    }

    /// Sets a channel going whose owner has said that it is theirs.
    ///
    /// - Returns: Why that cannot be done, or `nil` when it is done, or was before.
    private func confirm(_ channel: Channel, with link: ChannelLink) async throws -> ChannelLink.State? {
        do {
            let confirmed = try await store.change(channel.id, of: channel.account) { channel in
                guard case .email(let target) = channel.target, Self.opens(link, target)
                else { throw VoidLink() }
                guard channel.state == .unconfirmed else { return }
                channel.state = .active
                channel.failure = nil
            }
            return confirmed == nil ? .gone : nil
        } catch is VoidLink {
            return .invalid
        }
    }

    /// Another code was sent since the link was looked at.
    private struct VoidLink: Error {}

    /// Compares hashes: digests are equal or not in the same time, however much of them is right.
    private static func opens(_ link: ChannelLink, _ target: EmailTarget) -> Bool {
        let given = SHA256.hash(data: Data(link.secret.utf8))
        return switch link.purpose {
        case .confirmation: given == target.confirmation
        case .unsubscription: given == SHA256.hash(data: Data(target.unsubscription.utf8))
        }
    }
}
