package import Allergens
import Crypto
package import Foundation
import Mail

/// Opens, changes and tries out the channels of subscribers.
package struct ChannelDesk: Sendable {
    /// What sends over the kinds of channels that this service can reach.
    package struct Carriers: Sendable {
        package let webhook: WebhookCarrier
        package let push: PushCarrier
        /// `nil` when there is no gateway for mail.
        package let email: EmailCarrier?

        package init(webhook: WebhookCarrier, push: PushCarrier, email: EmailCarrier?) {
            self.webhook = webhook
            self.push = push
            self.email = email
        }

        /// The carriers that there are.
        package var all: [Channel.Kind: any Carrier] {
            var all: [Channel.Kind: any Carrier] = [.webhook: webhook, .push: push]
            if let email { all[.email] = email }
            return all
        }
    }

    let archive: any ChannelArchive
    let carriers: Carriers
    let addressGuard: AddressGuard
    let vapid: VAPID
    let now: @Sendable () -> Date
    /// A stranger whose address somebody else gives is asked three times a day and no more.
    private let questions = SendingQuota(limit: 3, span: 86_400)
    /// Whoever asks twenty addresses a day asks strangers.
    private let askers = SendingQuota(limit: 20, span: 86_400)
    /// Enough to set up a phone, too few to flood anybody.
    private let trials = SendingQuota(limit: 10, span: 3_600)

    package init(
        archive: any ChannelArchive, carriers: Carriers, addressGuard: AddressGuard, vapid: VAPID,
        now: @escaping @Sendable () -> Date
    ) {
        self.archive = archive
        self.carriers = carriers
        self.addressGuard = addressGuard
        self.vapid = vapid
        self.now = now
    }

    private static let noGateway = "No mail gateway is configured here, so no e-mail can be sent."

    /// The key that browsers subscribe with.
    package var pushKey: String { vapid.publicKey }

    /// The channels of an account; those that cannot be used say so.
    package func channels(of account: Account.ID) async throws -> [Channel] {
        try await archive.channels(of: account).map { channel in
            guard carriers.all[channel.target.kind] == nil else { return channel }
            var channel = channel
            channel.failure = Self.noGateway
            return channel
        }
    }

    package func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        try await archive.remove(channel, of: account)
    }

    /// Opens a channel.
    ///
    /// - Throws: ``ChannelObjection`` when there can be none.
    package func open(_ draft: ChannelDraft, for account: Account.ID) async throws -> Channel {
        switch draft.target {
        case .webhook(let url):
            let target = WebhookTarget(url: try checked(url), secrets: [.random()])
            return try await open(.webhook(target), draft.rhythm, account)
        case .push(let target):
            _ = try checked(target.endpoint)
            return try await open(.push(target), draft.rhythm, account)
        case .email(let text): return try await open(text, draft.rhythm, account)
        }
    }

    private func checked(_ url: URL) throws -> URL {
        do {
            return try addressGuard.destination(of: url).url
        } catch {
            throw ChannelObjection.address("No message is sent there: \(error.reason).")
        }
    }

    private func open(
        _ target: Channel.Target, _ rhythm: Channel.Rhythm, _ account: Account.ID
    ) async throws -> Channel {
        let channel = Channel(account: account, target: target, rhythm: rhythm, created: now())
        try await archive.add(channel)
        return channel
    }

    /// Changes how often a channel is used, unless that is `nil`, and sets it going again.
    package func change(
        _ id: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel {
        var channel = try await channel(id, of: account)
        channel.rhythm = rhythm ?? channel.rhythm
        if resuming {
            guard carriers.all[channel.target.kind] != nil
            else { throw ChannelObjection.notDeliverable(Self.noGateway) }
            if case .email(let target) = channel.target, channel.state == .unconfirmed {
                return try await ask(target.address, about: channel)
            }
            channel.state = .active
            channel.failure = nil
        }
        guard try await archive.update(channel) else { throw ChannelObjection.unknown }
        return channel
    }

    /// Sends a message now, to see what comes of it.
    package func tryOut(_ id: Channel.ID, of account: Account.ID) async throws -> SendingOutcome {
        let channel = try await channel(id, of: account)
        guard let carrier = carriers.all[channel.target.kind]
        else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        guard channel.state != .unconfirmed else { throw ChannelObjection.unconfirmed }
        try take(trials, "\(account.rawValue)")
        let outcome = await carrier.carryTrial(
            over: channel, for: try await archive.profile(of: account))
        if outcome == .gone { _ = try await archive.remove(id, of: account) }
        return outcome
    }

    /// Gives a webhook another secret; the one before stays in force for a day.
    package func renewSecret(of id: Channel.ID, of account: Account.ID) async throws -> Channel {
        var channel = try await channel(id, of: account)
        guard case .webhook(let target) = channel.target else { throw ChannelObjection.noSecret }
        channel.target = .webhook(target.rotated(at: now()))
        guard try await archive.update(channel) else { throw ChannelObjection.unknown }
        return channel
    }

    private func channel(_ id: Channel.ID, of account: Account.ID) async throws -> Channel {
        guard let channel = try await archive.channel(id), channel.account == account
        else { throw ChannelObjection.unknown }
        return channel
    }

    private func take(_ quota: SendingQuota, _ name: String) throws {
        if let wait = quota.take(for: name, at: now()) {
            throw ChannelObjection.exhausted(retryAfter: wait)
        }
    }
}

/// E-mail addresses are used once their owners have said that they are theirs.
extension ChannelDesk {
    private func open(
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
        try await archive.add(channel)
        do {
            return try await ask(address.text, about: channel)
        } catch {
            // Without the question there would be a channel that nobody can confirm.
            _ = try await archive.remove(channel.id, of: account)
            throw error
        }
    }

    /// Asks the owner of an address whether it may be used; a code that was sent before is void.
    private func ask(_ address: String, about asked: Channel) async throws -> Channel {
        guard let carrier = carriers.email, case .email(let target) = asked.target
        else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        try take(askers, "\(asked.account.rawValue)")
        try take(questions, address.lowercased())
        let code = Self.randomText()
        var channel = asked
        channel.target = .email(
            EmailTarget(
                address: target.address, confirmation: Data(SHA256.hash(data: Data(code.utf8))),
                unsubscription: target.unsubscription))
        guard try await archive.update(channel) else { throw ChannelObjection.unknown }
        let profile = try await archive.profile(of: channel.account)
        switch await carrier.carryConfirmation(code: code, over: channel, for: profile) {
        case .sent, .delivered: channel.failure = nil
        case .failed(let words, _): channel.failure = words
        case .refused(let words): throw ChannelObjection.address(words)
        case .gone: throw ChannelObjection.unknown
        }
        guard try await archive.update(channel) else { throw ChannelObjection.unknown }
        return channel
    }

    /// 256 random bits as text that stands in an address.
    private static func randomText() -> String {
        Base64URL.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }

    /// Looks whether a link is valid, without following it.
    package func look(at link: ChannelLink) async throws -> ChannelLink.State {
        guard let channel = try await archive.channel(link.channel) else { return .gone }
        guard case .email(let target) = channel.target, Self.opens(link, target) else { return .invalid }
        let profile = try await archive.profile(of: channel.account)
        return .valid(profile.language, profile.tone)
    }

    /// Does what a link is for; doing it again changes nothing.
    package func follow(_ link: ChannelLink) async throws -> ChannelLink.State {
        let state = try await look(at: link)
        guard case .valid = state, var channel = try await archive.channel(link.channel)
        else { return state }
        switch link.purpose {
        case .confirmation where channel.state == .unconfirmed:
            channel.state = .active
            channel.failure = nil
            return try await archive.update(channel) ? state : .gone
        case .confirmation: return state
        case .unsubscription:
            _ = try await archive.remove(channel.id, of: channel.account)
            return state
        }
    }

    /// Compares hashes: digests are equal or not in the same time, however much of them is right.
    private static func opens(_ link: ChannelLink, _ target: EmailTarget) -> Bool {
        let given = SHA256.hash(data: Data(link.secret.utf8))
        return switch link.purpose {
        case .confirmation: given == target.confirmation
        case .unsubscription: given == SHA256.hash(data: Data(target.unsubscription.utf8))
        }
    }
}
