import API
import Delivery
import Foundation
import ServiceLifecycle

/// What runs on every node, and what runs on one of them.
extension BreatheServer {
    /// What every node runs beside its answers to requests: it follows the store, or keeps its own caches and
    /// connections in order.
    func nodeServices() async throws -> [any Service] {
        [
            OutboundConnections(clients: [delivery.client] + (feeds.client.map { [$0] } ?? [])),
            // Readings, reports and forecasts are matched with fences where they come in or are made.
            FenceWarmUpService(store: network.store, logger: logger),
            try await ForeignWriteWatcher(network, logger: logger),
            StoreMonitor(store: network.store, followers: network.followers, logger: logger),
        ] + certificateServices
    }

    /// What a node runs that answers requests: it ends what they left to do, and writes down what it counted of them.
    var webServices: [any Service] {
        [
            Heartbeat(hub: network.hub, follower: network.follower), network.feed, network.follower,
            StreamExpiry(hub: network.hub, store: network.store, now: { Date() }),
            KeyUseService(store: network.store, uses: keyUses, logger: logger),
            SignInTaskService(service: logins),
            SessionUseService(store: network.store, visits: visits, logger: logger),
            PreparationService(preparations: service.preparations, jobs: jobs, logger: logger),
        ]
    }

    /// What a network needs done once, however many nodes it has: two that sent, fetched, announced or modelled
    /// would do it twice.
    ///
    /// ``NetworkJobs`` may start each several times.
    var networkServices: [any Service] {
        [
            ForecastModelService(network: network, jobs: jobs, logger: logger),
            ForecastClock(service: network.forecasts, logger: logger),
            ReportNotificationService(reports: network.reports, now: { Date() }, logger: logger),
            delivery, RetentionService(store: network.store, jobs: jobs, logger: logger),
            MetricWatch(store: network.store, logger: logger),
        ] + feeds.services + (contactMail.map { [$0] } ?? [])
    }

    private var certificateServices: [any Service] {
        identity.map { [CertificateService(identity: $0, now: { Date() }, logger: logger)] } ?? []
    }
}

/// Closes the connections to other services when nothing uses them any more.
private struct OutboundConnections: Service {
    let clients: [GuardedClient]

    func run() async throws {
        // A cancelled program closes them, too.
        try? await gracefulShutdown()
        for client in clients { await client.shutDown() }
    }
}
