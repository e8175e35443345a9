import ServiceLifecycle

/// Keeps live streams awake, and ends them when the program is asked to stop.
package struct Heartbeat: Service {
    /// Proxies commonly close a connection that is silent for 30 or 60 seconds.
    package static let interval = Duration.seconds(15)

    private let hub: LiveHub

    package init(hub: LiveHub) { self.hub = hub }

    package func run() async throws {
        let hub = hub
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.interval)
                    hub.beat()
                }
            }
        } onGracefulShutdown: {
            hub.close()
        }
    }
}
