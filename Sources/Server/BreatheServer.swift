import Access
import Alerting
import Atlas
import Delivery
import Feeds
import Foundation
import Hummingbird
package import Logging
import Metrics
import Pulling
import ServiceLifecycle
import Storage
import UnixSignals
package import Web

/// The running service: HTTP, live streams and what keeps them in step.
package struct BreatheServer: Sendable {
    private let configuration: ServerConfiguration
    private let network: Network
    private let api: API
    private let logger: Logger
    private let post: PostOffice
    private let keyUses: KeyUses
    private let feeds: FeedOffice

    /// Joins the routes with the network.
    package init(
        _ configuration: ServerConfiguration, network: Network, registry: PrometheusRegistry, logger: Logger
    ) throws {
        let now: @Sendable () -> Date = { Date() }
        self.configuration = configuration
        self.network = network
        self.logger = logger
        post = try PostOffice(configuration, network: network, now: now, logger: logger)
        feeds = try FeedOffice(configuration, network: network, logger: logger)
        let plain = try FeedDefinition.named("plain", in: configuration.feeds, taxonomy: network.taxonomy)
        let uses = KeyUses()
        keyUses = uses
        let ports = Ports(
            stations: network.archive,
            intake: UploadPort(
                importer: Importer(network: network, now: now), plain: plain, feeds: configuration.feeds),
            desk: StationPort(network: network, now: now),
            tiles: TilePort(network: network, now: now), basemap: BasemapPort(configuration),
            air: AirPort(network: network, now: now), regions: network.archive,
            fences: FencePort(network: network, now: now), channels: post.desk,
            reports: ReportPort(network: network, now: now),
            moderation: ReportPort(network: network, now: now),
            alerts: network.archive,
            profiles: network.archive, inbox: network.archive,
            accounts: AccountPort(network: network, now: now),
            live: LivePort(feed: network.feed),
            gatekeeper: Authenticator(store: network.archive, uses: uses, now: now), answers: network.archive,
            health: HealthPort(
                network: network, registry: registry, outbox: post.outbox, feeds: feeds.overview),
            feeds: FeedPort(overview: feeds.overview),
            taxonomy: network.taxonomy,
            publisher: configuration.publisher, now: now)
        api = API(
            ports: ports, leaflet: configuration.leaflet,
            limits: RequestLimits(
                configuration.rates, clients: ClientAddress(trusting: configuration.trustedProxies)))
    }

    /// Every route, for tests that walk them.
    package var endpoints: [Endpoint] { api.endpoints }

    /// Serves until the process is asked to end (SIGTERM or SIGINT).
    ///
    /// Then the listener closes, live streams end, requests and messages in flight finish, and the write-ahead log is
    /// emptied.
    ///
    /// `ready` is called with the port once requests are answered.
    package func run(ready: @escaping @Sendable (Int) -> Void) async throws {
        let application = Application(
            responder: api.responder,
            server: HTTPConnections.server(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: "breathe"),
            onServerRunning: { channel in ready(channel.localAddress?.port ?? 0) },
            logger: logger)
        let watcher = try await ForeignWriteWatcher(network, logger: logger)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: application),
                    .init(service: Heartbeat(hub: network.hub, follower: network.follower)),
                    .init(service: network.feed),
                    .init(service: network.follower),
                    .init(service: ForecastModeller(network: network, logger: logger)),
                    .init(service: ForecastClock(desk: network.forecasts, logger: logger)),
                    .init(service: ReportTeller(network: network, now: { Date() }, logger: logger)),
                    .init(service: post),
                    .init(service: watcher),
                    .init(service: KeyUseKeeper(archive: network.archive, uses: keyUses, logger: logger)),
                ] + feeds.services.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        try network.archive.checkpoint()
        logger.info("stopped")
    }
}

/// Health and figures, as the routes see them.
struct HealthPort: Health {
    let network: Network
    let registry: PrometheusRegistry
    let outbox: Outbox
    let feeds: FeedOverview

    func ready() async throws { try await network.archive.answers() }

    func metrics() async throws -> String {
        let live = network.hub.counts
        let sending = outbox.counts
        return registry.exposition(
            gauges: [
                ("live_streams_open", live.open),
                ("deliveries_queued", try await network.archive.queueLength()),
            ],
            counters: [
                ("live_events_sent_total", live.sent), ("live_gaps_total", live.gaps),
                ("live_readers_dropped_total", live.dropped),
                ("tiles_drawn_total", network.tiles.drawnCount),
                ("deliveries_sent_total", sending.sent), ("deliveries_delivered_total", sending.delivered),
                ("deliveries_failed_total", sending.failed), ("deliveries_retried_total", sending.retries),
                ("deliveries_dropped_total", sending.dropped), ("channels_refused_total", sending.refused),
                ("outbox_ledger_failures_total", sending.ledgerFailures),
            ]) + PrometheusRegistry.exposition(of: try await feeds.health())
    }
}
