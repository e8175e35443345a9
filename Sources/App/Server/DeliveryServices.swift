import Delivery
package import Foundation
import Logging
import Mail
import ServiceLifecycle

/// What sends messages over the channels of subscribers.
struct DeliveryServices: Service {
    let outbox: Outbox
    let desk: ChannelService
    /// Sends mail about accounts, when there is a gateway.
    let mailer: AccountMailer?
    /// Calls the addresses that subscribers name.
    let client: GuardedClient

    init(
        _ configuration: ServerConfiguration, network: Network, now: @escaping @Sendable () -> Date,
        logger: Logger
    ) throws {
        let timeout = configuration.outboundTimeout
        let patience = SystemResolver.patience(ofACallIn: timeout)
        client = GuardedClient(
            configuration.outbound, resolver: SystemResolver(patience: patience),
            trusting: configuration.outboundAuthorities, timeout: timeout)
        let vapid = try VAPID(configuration)
        let address = configuration.publicAddress ?? .relative
        mailer = try AccountMailer(configuration, address: address, now: now)
        let carriers = ChannelService.Carriers(
            webhook: WebhookClient(client: client, now: now),
            push: PushClient(
                client: client, vapid: vapid, lineages: network.store, address: address, now: now),
            email: try EmailClient(configuration, address: address, now: now))
        desk = ChannelService(
            store: network.store, carriers: carriers, addressGuard: configuration.outbound, vapid: vapid,
            now: now)
        outbox = Outbox(
            ledger: network.store, carriers: carriers.all, bell: network.ledger.outbox, now: now,
            logger: logger)
    }

    func run() async throws {
        try await outbox.run()
        await client.shutDown()
    }
}

extension VAPID {
    /// The sender with the key that is configured, or with one of its own beside the database.
    fileprivate convenience init(_ configuration: ServerConfiguration) throws {
        let key =
            if let file = configuration.vapidKey {
                try VAPIDKeyFile(file).read()
            } else {
                try VAPIDKeyFile(configuration.ownVAPIDKey).readOrMake()
            }
        self.init(key: key, contact: configuration.vapidContact ?? configuration.usualContact)
    }
}

extension ServerConfiguration {
    /// The file beside the database in which a key is kept that was made here: `breathe.vapid.pem`.
    package var ownVAPIDKey: URL {
        database.deletingPathExtension().appendingPathExtension("vapid.pem")
    }

    /// Whoever sends mail reads answers to it, and whoever has a page is found through it.
    fileprivate var usualContact: String? {
        if let sender = mail.sender { return "mailto:\(sender.text)" }
        return publicAddress.flatMap { $0.isSecure ? $0.start : nil }
    }
}

extension EmailClient {
    /// The carrier, when there is a gateway.
    fileprivate init?(
        _ configuration: ServerConfiguration, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(room: try MailClient(gateway: gateway), sender: sender, address: address, now: now)
    }
}

extension AccountMailer {
    /// The mailer, when there is a gateway.
    fileprivate init?(
        _ configuration: ServerConfiguration, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(room: try MailClient(gateway: gateway), sender: sender, address: address, now: now)
    }
}
