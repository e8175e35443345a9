import API
import Alerting
import Alerts
import Authentication
import Delivery
import Federation
import Feeds
import Foundation
package import HTTP
import Help
import Hummingbird
package import Logging
import Maps
import Metrics
import Pulling
import Sealing
import ServiceLifecycle
import Site
import UnixSignals

/// The running service: HTTP, live streams and the background services.
package struct BreatheServer: Sendable {
    private let configuration: ServerConfiguration
    let network: Network
    let service: WebService
    let logger: Logger
    let delivery: DeliveryServices
    let keyUses: CredentialUses
    let feeds: FeedServices
    let logins: SignInService
    let visits = CredentialUses()
    let jobs = JobLedger()
    private let connections: HTTPConnections
    let contactMail: ContactMailService?
    let identity: TLSIdentity?

    /// Connects the routes to the network.
    package init(
        _ configuration: ServerConfiguration, network: Network, registry: PrometheusRegistry, logger: Logger
    ) throws {
        let now: @Sendable () -> Date = { Date() }
        let basemap = BasemapService(configuration, terrain: network.terrain)
        self.configuration = configuration
        self.network = network
        self.logger = logger
        delivery = try DeliveryServices(configuration, network: network, now: now, logger: logger)
        feeds = try FeedServices(configuration, network: network, logger: logger)
        let plain = try FeedDefinition.named("plain", in: configuration.feeds, taxonomy: network.taxonomy)
        identity = try configuration.transport.identity()
        let limits = configuration.transport.limits
        let slots = ConnectionLimiter(limits, trusting: configuration.trustedProxies)
        connections = HTTPConnections(limits, slots: slots, identity: identity)
        let uses = CredentialUses()
        keyUses = uses
        logins = SignInService(
            logins: network.logins, sessions: network.store,
            hasher: PasswordHasher(logarithm: configuration.passwordCost), mailing: delivery.mailer,
            now: now)
        contactMail = try ContactMailService(configuration, network: network, logger: logger)
        let medicalWords = try configuration.medicalWords.map { try MedicalWords(in: $0) }
        let carbon = try configuration.carbonFiles.factors()
        let headers = SecurityHeaders(
            pictures: basemap.background.flatMap { SecurityHeaders.origin(of: $0.light) })
        let parts = Parts(
            network: network, signIn: logins,
            providers: ProviderSignInService(
                federation: FederatedSignIn(
                    configuration.identityProviders, transport: ProviderHTTPClient(client: delivery.client),
                    seal: TicketSeal { [keys = network.store.keys] in
                        try keys.keys(for: "sign-in ticket")
                    }, now: now),
                logger: logger),
            channels: delivery.channels, isPosted: delivery.letters != nil, isMailed: contactMail != nil,
            uploads: UploadService(
                importer: Importer(network: network, now: now), plain: plain, feeds: configuration.feeds,
                documentLimit: configuration.documentLimit),
            signer: try configuration.alertSigning.signer(), feeds: feeds.overview, basemap: basemap,
            health: HealthService(
                network: network, registry: registry, outbox: delivery.outbox,
                reminders: [delivery.reminders, delivery.helpReminders, delivery.studyReminders],
                notices: delivery.notices,
                feeds: feeds.overview,
                slots: slots, jobs: jobs),
            authenticator: Authenticator(store: network.store, uses: uses, visits: visits, now: now),
            attention: AttentionRule(medicalWords ?? .builtIn), helpParts: configuration.helpParts,
            guide: try GuideParts(medicalWords ?? .builtIn),
            stops: try configuration.stopFiles.table(), stopCredits: configuration.stopFiles.credits,
            carbon: carbon ?? .builtIn,
            articles: try ArticleCollection(in: network.store),
            support: configuration.support.offer(through: delivery.client),
            products: configuration.products(through: delivery.client, now: now),
            pages: SitePages(
                libraries: configuration.libraries, medicalWords: medicalWords, carbon: carbon,
                folder: configuration.site, without: configuration.pagesLeftOut, headers: headers,
                address: configuration.publisher.address), now: now)
        let environment = APIEnvironment(
            taxonomy: network.taxonomy, publisher: configuration.publisher,
            accessControl: AccessControl(
                authenticator: parts.authenticator,
                limits: RequestLimits(
                    configuration.rates, clients: ClientAddress(trusting: configuration.trustedProxies)),
                cookies: SessionCookies(configuration)),
            answers: network.store, now: now)
        let site = APIFeature.site(parts.pages, icons: try AppIconDrawing.all(), headers: headers)
        service = WebService(
            features: configuration.roles.contains(.web)
                ? parts.features(in: environment) + [site] : [.operations(of: parts.health)],
            persons: network.store,
            pages: parts.pages, environment: environment, headers: headers, isSecure: identity != nil)
    }

    /// All routes, for tests that iterate over them.
    package var endpoints: [Endpoint] { service.endpoints }

    /// How many connections may wait until they are accepted; Linux shortens that to `net.core.somaxconn`, usually 4,096.
    ///
    /// Beyond it the kernel drops what comes, and clients try again after a second (RFC 6298, 2.1): of a thousand people
    /// who come at once, most would wait that long.
    private static let waitingConnections = 4_096

    /// Serves until the process receives SIGTERM or SIGINT.
    ///
    /// Then the listener closes, live streams end, requests and messages in flight finish, and the
    /// write-ahead log is checkpointed.
    ///
    /// `ready` is called with the port once the service accepts requests.
    package func run(ready: @escaping @Sendable (Int) -> Void) async throws {
        let application = Application(
            responder: service.responder,
            server: connections.server(with: service.shortcuts),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: HTTPConnections.serverName,
                backlog: Self.waitingConnections,
                availableConnectionsDelegate: DescriptorBudget(logger: logger)),
            onServerRunning: { channel in ready(channel.localAddress?.port ?? 0) },
            logger: logger)
        if let file = network.file {
            try await StartCheck(
                file: file, path: configuration.database.path,
                servesDamaged: configuration.servesDamaged, logger: logger
            ).run()
            try file.beginRun()
        }
        removeLeftovers()
        if let advice = configuration.missingName {
            logger.warning("public-url is not set", metadata: ["advice": "\(advice)"])
        }
        try await serve([application] + services())
        do {
            try network.file?.checkpoint()
        } catch {
            // Nothing is lost: the next start reads the log.
            logger.warning("the log could not be emptied", metadata: ["error": "\(error)"])
        }
        logger.info("stopped")
    }

    /// What runs beside the answers to requests, each after what it needs.
    private func services() async throws -> [any Service] {
        var services = try await nodeServices()
        if configuration.roles.contains(.web) { services += webServices }
        if configuration.roles.contains(.work) {
            services.append(
                NetworkJobs(
                    services: networkServices, turn: configuration.turn(at: network.store, logger),
                    ledger: jobs, logger: logger)
            )
        }
        return services
    }

    /// Removes what files were made from for people and researchers, if a process was killed meanwhile.
    private func removeLeftovers() {
        let count = ScratchFolder.removeLeftovers()
        guard count > 0 else { return }
        logger.info("removed files that were not finished", metadata: ["folders": "\(count)"])
    }

    /// The time that requests in progress have after SIGTERM; with the log, a stop takes ten seconds at most.
    private static let grace = Duration.seconds(8)

    /// Runs the services until a signal comes, and cuts off what has not ended after ``grace``.
    private func serve(_ services: [any Service]) async throws {
        var settings = ServiceGroupConfiguration(
            // An unnamed service is labelled with a description of its whole contents, which is slow to make.
            services: services.map { .init(service: $0, serviceName: "\(type(of: $0))") },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        settings.maximumGracefulShutdownDuration = Self.grace
        do {
            try await ServiceGroup(configuration: settings).run()
        } catch is CancellationError {
            logger.warning("requests were cut off at the stop")
        }
    }
}

extension BreatheServer {
    /// Whether clients reach the service over TLS without a proxy.
    package var isSecure: Bool { identity != nil }
}

/// Connects the routes to health and metrics.
struct HealthService: Health {
    let network: Network
    let registry: PrometheusRegistry
    let outbox: Outbox
    /// Those of the diary, and of what people keep.
    let reminders: [Outbox]
    let notices: Outbox
    let feeds: FeedOverview
    let slots: ConnectionLimiter
    let jobs: JobLedger

    func ready() async throws {
        if let finding = network.store.finding { throw finding.failure }
        try await network.store.answers()
    }

    func metrics() async throws -> String { MetricDescriptions.described(try await exposition()) }

    private func exposition() async throws -> String {
        let live = network.hub.counts
        let sending = outbox.counts
        let reminding = reminders.map(\.counts).reduce(.none, +)
        let telling = notices.counts
        let ledgerFailures = sending.ledgerFailures + reminding.ledgerFailures + telling.ledgerFailures
        var gauges = [
            ("http_connections_open", slots.open), ("live_streams_open", live.open),
            ("network_jobs_here", jobs.isAtWork ? 1 : 0),
        ]
        // The metrics are needed most when the store fails, so what only the store knows is left out then.
        if let queued = try? await network.store.queueLength() {
            gauges.append(("deliveries_queued", queued))
        }
        return registry.exposition(
            gauges: gauges,
            counters: [
                ("live_events_sent_total", live.sent), ("live_gaps_total", live.gaps),
                ("live_readers_dropped_total", live.dropped),
                ("tiles_drawn_total", network.tiles.drawnCount),
                ("deliveries_sent_total", sending.sent), ("deliveries_delivered_total", sending.delivered),
                ("deliveries_failed_total", sending.failed), ("deliveries_retried_total", sending.retries),
                ("deliveries_dropped_total", sending.dropped), ("channels_refused_total", sending.refused),
                ("outbox_ledger_failures_total", ledgerFailures),
                ("reminders_sent_total", reminding.sent), ("reminders_delivered_total", reminding.delivered),
                ("reminders_failed_total", reminding.failed), ("reminders_retried_total", reminding.retries),
                ("reminders_dropped_total", reminding.dropped),
                ("notices_sent_total", telling.sent), ("notices_delivered_total", telling.delivered),
                ("notices_failed_total", telling.failed), ("notices_retried_total", telling.retries),
                ("notices_dropped_total", telling.dropped),
            ]) + network.store.healthExposition
            + PrometheusRegistry.exposition(of: (try? await feeds.health()) ?? [])
    }
}
