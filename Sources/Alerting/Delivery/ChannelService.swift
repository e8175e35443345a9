package import Alerts
package import Foundation
package import People

/// Opens, changes and tests subscribers' channels.
package struct ChannelService: Sendable {
    /// The clients for the kinds of channels that this service supports.
    package struct Clients: Sendable {
        package let webhook: WebhookClient
        package let push: PushClient
        /// `nil` when there is no gateway for mail.
        package let email: EmailClient?

        package init(webhook: WebhookClient, push: PushClient, email: EmailClient?) {
            self.webhook = webhook
            self.push = push
            self.email = email
        }

        /// The available clients.
        package var all: [Channel.Kind: any ChannelClient] {
            var all: [Channel.Kind: any ChannelClient] = [.webhook: webhook, .push: push]
            if let email { all[.email] = email }
            return all
        }
    }

    let store: any ChannelStore
    let clients: Clients
    let addressGuard: AddressGuard
    let vapid: VAPID
    let now: @Sendable () -> Date
    /// The address of an account that its owner has confirmed, if there is one.
    let confirmedAddress: @Sendable (Account.ID) async throws -> String?
    /// A stranger whose address somebody else enters is asked at most three times a day.
    let questions = SendingQuota(limit: 3, span: 86_400)
    /// An account that enters twenty addresses a day is asking strangers.
    let askers = SendingQuota(limit: 20, span: 86_400)
    /// Enough to set up a phone, but too few to flood anybody.
    private let trials = SendingQuota(limit: 10, span: 3_600)

    package init(
        store: any ChannelStore, clients: Clients, addressGuard: AddressGuard, vapid: VAPID,
        confirmedAddress: @escaping @Sendable (Account.ID) async throws -> String? = { _ in nil },
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.clients = clients
        self.addressGuard = addressGuard
        self.vapid = vapid
        self.confirmedAddress = confirmedAddress
        self.now = now
    }

    static let noGateway = "No mail gateway is configured here, so no e-mail can be sent."

    /// The key that browsers use to subscribe.
    package var pushKey: String { vapid.publicKey }

    /// The channels of an account; unusable ones carry a failure text.
    package func channels(of account: Account.ID) async throws -> [Channel] {
        try await store.channels(of: account).map { channel in
            guard clients.all[channel.target.kind] == nil else { return channel }
            var channel = channel
            channel.failure = Self.noGateway
            return channel
        }
    }

    /// Removes a channel; `false` when the account has none with this identifier.
    package func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool {
        try await store.remove(channel, of: account)
    }

    /// Opens a channel.
    ///
    /// - Throws: ``ChannelObjection`` when the channel cannot be opened.
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
        try await store.add(channel)
        return channel
    }

    /// Changes a channel's rhythm, unless that is `nil`, and resumes the channel if asked to.
    package func change(
        _ id: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel {
        let known = try await channel(id, of: account)
        if resuming {
            guard clients.all[known.target.kind] != nil
            else { throw ChannelObjection.notDeliverable(Self.noGateway) }
            // Nothing makes an address unconfirmed again: once confirmed, it stays confirmed.
            guard known.state != .unconfirmed else { return try await ask(about: known, to: rhythm) }
        }
        return try await alter(id, of: account) { channel in
            channel.rhythm = rhythm ?? channel.rhythm
            guard resuming else { return }
            channel.state = .active
            channel.failure = nil
        }
    }

    /// Changes the current state of a channel atomically.
    func alter(
        _ id: Channel.ID, of account: Account.ID,
        _ alter: @escaping @Sendable (inout Channel) throws -> Void
    ) async throws -> Channel {
        guard let changed = try await store.change(id, of: account, alter)
        else { throw ChannelObjection.unknown }
        return changed
    }

    /// Sends a test message now and reports the outcome.
    package func tryOut(_ id: Channel.ID, of account: Account.ID) async throws -> SendingOutcome {
        let channel = try await channel(id, of: account)
        guard let client = clients.all[channel.target.kind]
        else { throw ChannelObjection.notDeliverable(Self.noGateway) }
        guard channel.state != .unconfirmed else { throw ChannelObjection.unconfirmed }
        try take(trials, "\(account.rawValue)")
        let outcome = await client.carryTrial(
            over: channel, for: try await store.profile(of: account))
        if outcome == .gone { _ = try await store.remove(id, of: account) }
        return outcome
    }

    /// Gives a webhook a new secret; the previous one stays valid for a day.
    package func renewSecret(of id: Channel.ID, of account: Account.ID) async throws -> Channel {
        let now = now()
        return try await alter(id, of: account) { channel in
            guard case .webhook(let target) = channel.target else { throw ChannelObjection.noSecret }
            channel.target = .webhook(target.rotated(at: now))
        }
    }

    private func channel(_ id: Channel.ID, of account: Account.ID) async throws -> Channel {
        guard let channel = try await store.channel(id), channel.account == account
        else { throw ChannelObjection.unknown }
        return channel
    }

    func take(_ quota: SendingQuota, _ name: String) throws {
        if let wait = quota.take(for: name, at: now()) {
            throw ChannelObjection.exhausted(retryAfter: wait)
        }
    }
}
