import API
import Alerts
import Delivery

extension HealthService: ServiceStateSource {
    func state() async -> ServiceState {
        let file = network.file
        return ServiceState(
            failure: network.store.finding?.failure, databaseSize: await network.store.size,
            freeSpace: file?.freeSpace, lastBackup: file?.lastBackup,
            // What only the store knows is left out while it cannot be read.
            queued: try? await network.store.queueLength(),
            jobs: jobs.jobs,
            sendings: [
                ServiceState.Sending(.alerts, outbox.counts),
                ServiceState.Sending(.reminders, reminders.map(\.counts).reduce(.none, +)),
                ServiceState.Sending(.notices, notices.counts),
            ])
    }
}

extension ServiceState.Sending {
    fileprivate init(_ kind: Kind, _ counts: OutboxCounts) {
        self.init(
            kind: kind, sent: counts.sent, delivered: counts.delivered, failed: counts.failed,
            dropped: counts.dropped)
    }
}
