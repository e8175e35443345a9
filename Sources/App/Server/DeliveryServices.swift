import Authentication
package import Delivery
package import Foundation
import HTTP
package import Help
import Logging
import Mail
import People
import ServiceLifecycle

/// The queues of what is sent besides alerts.
package protocol SendingStore: Sendable {
    /// The number of alerts that wait to be sent.
    func queueLength() async throws -> Int
    /// The reminders of the diary.
    ///
    /// What was under way before `started` is not under way any more.
    func reminderQueue(started: Date) -> any OutboxStore
    /// The reminders of what people keep for when help is needed, in the parts that are offered.
    func helpReminderQueue(started: Date, offering features: Set<HelpFeature>) -> any OutboxStore
    /// The reminders of studies.
    func studyReminderQueue(started: Date) -> any OutboxStore
    /// The notices of what happened to what people keep here.
    func noticeQueue(started: Date) -> any OutboxStore
}

/// The services that send messages over subscribers' channels.
struct DeliveryServices: Service {
    /// Sends alerts.
    let outbox: Outbox
    /// Sends reminders of the diary.
    let reminders: Outbox
    /// Sends reminders of what people keep for when help is needed.
    let helpReminders: Outbox
    /// Sends reminders of studies.
    let studyReminders: Outbox
    /// Sends notices of what happened to what people keep here.
    let notices: Outbox
    /// Sends letters to emergency contacts, if there is a gateway.
    let letters: LetterService?
    /// Sends letters that invite people to studies, if there is a gateway.
    let studyLetters: StudyLetterService?
    let channels: ChannelService
    /// Sends mail about accounts, if there is a gateway.
    let mailer: AccountMailer?
    /// Calls the addresses that subscribers specify.
    let client: GuardedClient

    init(
        _ configuration: ServerConfiguration, network: Network, now: @escaping @Sendable () -> Date,
        logger: Logger
    ) throws {
        client = GuardedClient(calling: configuration)
        let vapid = try VAPID(configuration)
        let address = configuration.publicAddress ?? .relative
        mailer = try AccountMailer(configuration, address: address, now: now)
        let clients = ChannelService.Clients(
            webhook: WebhookClient(client: client, address: address, now: now),
            push: PushClient(
                client: client, vapid: vapid, revisions: network.store, address: address, now: now),
            email: try EmailClient(configuration, address: address, now: now))
        channels = ChannelService(
            store: network.store, clients: clients, addressGuard: configuration.outbound, vapid: vapid,
            confirmedAddress: { [logins = network.logins] account in
                let login = try await logins.login(of: account)
                return login?.verified == nil ? nil : login?.address
            }, now: now)
        outbox = Outbox(
            ledger: network.store, clients: clients.all, wakeSignal: network.followers.outbox, now: now,
            logger: logger)
        reminders = Outbox(
            ledger: network.store.reminderQueue(started: now()), clients: clients.all,
            wakeSignal: network.followers.reminders, now: now, logger: logger)
        helpReminders = Outbox(
            ledger: network.store.helpReminderQueue(started: now(), offering: configuration.helpParts),
            clients: clients.all,
            wakeSignal: network.followers.helpReminders, now: now, logger: logger)
        studyReminders = Outbox(
            ledger: network.store.studyReminderQueue(started: now()), clients: clients.all,
            wakeSignal: network.followers.studyReminders, now: now, logger: logger)
        notices = Outbox(
            ledger: network.store.noticeQueue(started: now()), clients: clients.all,
            wakeSignal: network.followers.notices, now: now, logger: logger)
        letters = try ContactMailer(configuration, address: address).map { mailer in
            LetterService(
                store: network.store, mailer: mailer, wakeSignal: network.followers.letters, now: now,
                logger: logger)
        }
        studyLetters = try StudyMailer(configuration, address: address).map { mailer in
            StudyLetterService(
                store: network.store, mailer: mailer, wakeSignal: network.followers.studyLetters, now: now,
                logger: logger)
        }
    }

    func run() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await outbox.run() }
            group.addTask { try await reminders.run() }
            group.addTask { try await helpReminders.run() }
            group.addTask { try await studyReminders.run() }
            group.addTask { try await notices.run() }
            if let letters { group.addTask { try await letters.run() } }
            if let studyLetters { group.addTask { try await studyLetters.run() } }
            try await group.waitForAll()
        }
    }
}

extension VAPID {
    /// Creates the sender with the configured key, or with a key of its own beside the database.
    fileprivate convenience init(_ configuration: ServerConfiguration) throws {
        let key =
            if let file = configuration.vapidKey {
                try VAPIDKeyFile(file).read()
            } else {
                try VAPIDKeyFile(configuration.ownVAPIDKey).readOrMake()
            }
        self.init(key: key, contact: configuration.pushContact)
    }
}

extension ServerConfiguration {
    /// The file beside the database for a key generated by this service: `breathe.vapid.pem`.
    package var ownVAPIDKey: URL {
        database.deletingPathExtension().appendingPathExtension("vapid.pem")
    }

    /// Where push services reach the operator: as configured, or else the mail sender, who reads replies, the
    /// operator's own address, the public address, or the sender of public alerts.
    package var pushContact: String {
        if let vapidContact { return vapidContact }
        if let mail = mail.sender ?? contact { return "mailto:\(mail.text)" }
        if let publicAddress, publicAddress.isSecure { return publicAddress.start }
        let sender = publisher.sender
        return sender.contains("@") ? "mailto:\(sender)" : "https://\(sender)/"
    }
}

extension EmailClient {
    /// Creates the client, if there is a gateway.
    fileprivate init?(
        _ configuration: ServerConfiguration, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(client: try MailClient(gateway: gateway), sender: sender, address: address, now: now)
    }
}

extension ContactMailer {
    /// Creates the mailer, if there is a gateway.
    fileprivate init?(_ configuration: ServerConfiguration, address: PublicAddress) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(client: try MailClient(gateway: gateway), sender: sender, address: address)
    }
}

extension StudyMailer {
    /// Creates the mailer, if there is a gateway.
    fileprivate init?(_ configuration: ServerConfiguration, address: PublicAddress) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(client: try MailClient(gateway: gateway), sender: sender, address: address)
    }
}

extension AccountMailer {
    /// Creates the mailer, if there is a gateway.
    fileprivate init?(
        _ configuration: ServerConfiguration, address: PublicAddress, now: @escaping @Sendable () -> Date
    ) throws {
        guard let gateway = configuration.mail.gateway, let sender = configuration.mail.sender
        else { return nil }
        self.init(client: try MailClient(gateway: gateway), sender: sender, address: address, now: now)
    }
}

extension GuardedClient {
    /// Creates the client for messages and for questions to other services, which tells them where this one is.
    convenience init(calling configuration: ServerConfiguration) {
        let timeout = configuration.outboundTimeout
        self.init(
            configuration.outbound,
            resolver: SystemResolver(patience: SystemResolver.patience(ofACallIn: timeout)),
            trusting: configuration.outboundAuthorities, timeout: timeout, of: configuration.publicAddress)
    }
}
