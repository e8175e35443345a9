import API
import Delivery
import Storage

extension HealthService: ServiceStateSource {
    func state() async -> ServiceState {
        let files = network.store.files
        return ServiceState(
            failure: network.store.health.finding?.failure, databaseSize: files.size,
            freeSpace: files.freeSpace, lastBackup: files.lastBackup,
            // What only the store knows is left out while it cannot be read.
            queued: try? await network.store.queueLength(),
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
