import ServiceLifecycle

/// Keeps live streams awake, and ends them when the program is asked to stop.
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
                    // Whatever was missed, a ledger that could not be read or a signal, is late by no more than this.
                    follower.ledgerGrew()
                }
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
