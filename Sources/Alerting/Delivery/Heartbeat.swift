import ServiceLifecycle

/// Keeps live streams alive, and ends them when the program shuts down.
package struct Heartbeat: Service {
    /// Proxies commonly close a connection that is silent for 30 or 60 seconds.
    package static let interval = Duration.seconds(15)

    private let hub: LiveHub
    private let follower: LedgerFollower

    package init(hub: LiveHub, follower: LedgerFollower) {
        self.hub = hub
        self.follower = follower
    }

    package func run() async throws {
        let (hub, follower) = (hub, follower)
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.interval)
                    hub.beat()
                    // A missed signal or a failed read of the ledger is delayed by at most this interval.
                    follower.ledgerGrew()
                }
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
