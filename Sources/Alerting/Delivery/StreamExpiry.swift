package import Foundation
import ServiceLifecycle

/// Knows when sessions and tokens end.
package protocol ExpiryStore: Sendable {
    /// When a session or a token of an account ends unless it is used before; `nil` if it is gone.
    func expiry(of credential: String) async throws -> Date?
}

/// Ends the streams of sessions and tokens whose time is over.
///
/// A session lives on with its use, at any node. So the store is asked again when a stream's session should have
/// ended, and the stream goes on until the new end.
package struct StreamExpiry: Service {
    /// The longest delay after the end of a session or token, while the store answers.
    static let interval = Duration.seconds(1)

    private let hub: LiveHub
    private let store: any ExpiryStore
    private let now: @Sendable () -> Date

    package init(hub: LiveHub, store: any ExpiryStore, now: @escaping @Sendable () -> Date) {
        self.hub = hub
        self.store = store
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                // What the store does not tell now is asked again next time.
                try? await endExpired()
            }
        }
    }

    /// Ends the open streams whose session or token has ended.
    func endExpired() async throws {
        let now = now()
        for (credential, streams) in Dictionary(grouping: hub.expiring(at: now), by: \.opener.credential) {
            let expiry = try await store.expiry(of: credential) ?? .distantPast
            if expiry > now { streams.forEach { $0.holds(until: expiry) } } else { hub.end(streams) }
        }
    }
}
