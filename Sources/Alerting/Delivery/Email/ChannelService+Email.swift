import Addressing
package import Alerts
import Crypto
import Foundation
import Mail
import People

/// E-mail addresses are used only after their owners have confirmed them.
extension ChannelService {
    /// Opens a channel to an address as the user typed it, and asks the address's owner to confirm it.
    ///
    /// The confirmed address of the account itself needs no second confirmation.
    func open(
        _ text: String, _ rhythm: Channel.Rhythm, _ account: Account.ID
    ) async throws -> Channel {
        guard clients.email != nil else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        guard let address = MailAddress(text) else {
            throw ChannelObjection.address(
                "This is no e-mail address as anna@example.org; domains with other letters are written as xn--…."
            )
        }
        let target = EmailTarget(
            address: address.text, confirmation: Data(), unsubscription: Self.randomText())
        let isConfirmed =
            try await confirmedAddress(account)?.lowercased() == address.text.lowercased()
        let channel = Channel(
            account: account, target: .email(target), rhythm: rhythm,
            state: isConfirmed ? .active : .unconfirmed, created: now())
        try await store.add(channel)
        guard !isConfirmed else { return channel }
        do {
            return try await ask(about: channel)
        } catch {
            // Without the confirmation mail, nobody could ever confirm the channel.
            _ = try await store.remove(channel.id, of: account)
            throw error
        }
    }

    /// Asks the owner of an address to confirm it; any code sent before becomes void.
    ///
    /// Nobody is asked about a channel that was confirmed in the meantime.
    ///
    /// - Parameters:
    ///   - asked: A channel that is not confirmed.
    ///   - rhythm: The channel's new rhythm; `nil` changes nothing.
    /// - Returns: The channel as it is now.
    /// - Throws: ``ChannelObjection``, before any change unless the address was refused.
    func ask(about asked: Channel, to rhythm: Channel.Rhythm? = nil) async throws -> Channel {
        guard let client = clients.email, case .email(let target) = asked.target
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
        switch await client.carryConfirmation(code: code, over: channel, for: profile) {
        case .sent, .delivered: failure = nil
        case .failed(let words, _): failure = words
        case .refused(let words): throw ChannelObjection.address(words)
        case .gone: throw ChannelObjection.unknown
        }
        // By now a quick owner may have confirmed the channel or asked again: then this outcome is out of
        // date.
        return try await alter(channel.id, of: channel.account) { channel in
            guard channel.state == .unconfirmed, channel.target == question else { return }
            channel.failure = failure
        }
    }

    /// 256 random bits as text that fits into a URL.
    private static func randomText() -> String {
        Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    /// Checks whether a link is valid, without following it.
    package func look(at link: ChannelLink) async throws -> ChannelLink.State {
        guard let channel = try await store.channel(link.channel) else { return .gone }
        guard case .email(let target) = channel.target, Self.opens(link, target) else { return .invalid }
        let profile = try await store.profile(of: channel.account)
        return .valid(profile.language, profile.tone)
    }

    /// Carries out the purpose of a link; repeating it changes nothing.
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

    /// Activates a channel that its owner has confirmed.
    ///
    /// - Returns: Why the channel cannot be activated, or `nil` when it is active.
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

    /// Another code was sent after the link was checked.
    private struct VoidLink: Error {}

    /// Compares hashes: comparing digests takes the same time however many bytes match.
    private static func opens(_ link: ChannelLink, _ target: EmailTarget) -> Bool {
        let given = SHA256.hash(data: Data(link.secret.utf8))
        return switch link.purpose {
        case .confirmation: given == target.confirmation
        case .unsubscription: given == SHA256.hash(data: Data(target.unsubscription.utf8))
        }
    }
}
