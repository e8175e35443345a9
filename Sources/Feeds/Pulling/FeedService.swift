import Feeds
import Foundation
package import Logging
import ServiceLifecycle

/// Fetches feeds while the program runs, each host in a lane of its own.
package struct FeedService: Service {
    /// The longest sleep in seconds.
    ///
    /// A clock that is set forward is noticed within this time.
    private static let longestSleep: TimeInterval = 60
    /// How long a lane rests after a store failure.
    private static let rest = Duration.seconds(300)

    /// The lanes, one for each host.
    package let lanes: [HostLane]
    private let puller: FeedPuller
    private let clock: PullClock
    private let logger: Logger

    /// Creates a lane for each host, and warns of feeds without their secrets.
    package init(
        _ feeds: [PulledFeed], puller: FeedPuller, ledger: any PullLedger, clock: PullClock = PullClock(),
        logger: Logger
    ) {
        let groups = Dictionary(grouping: feeds, by: \.pull.host).sorted { $0.key < $1.key }
        lanes = groups.map { group in
            HostLane(feeds: group.value, puller: puller, ledger: ledger, clock: clock, logger: logger)
        }
        (self.puller, self.clock, self.logger) = (puller, clock, logger)
        for feed in feeds where !feed.missingVariables.isEmpty {
            logger.warning(
                "feed not pulled without its secrets",
                metadata: [
                    "feed": "\(feed.name)", "variables": "\(feed.missingVariables.joined(separator: ", "))",
                ])
        }
    }

    package func run() async throws {
        puller.removeLeftovers()
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for lane in lanes { group.addTask { await run(lane) } }
                await group.waitForAll()
            }
        }
    }

    private func run(_ lane: HostLane) async {
        while !Task.isCancelled {
            do {
                let next = try await lane.pullDue() ?? .distantFuture
                let wait = min(max(next.timeIntervalSince(clock.now()), 1), Self.longestSleep)
                try await clock.sleep(.seconds(wait))
            } catch is CancellationError {
                return
            } catch {
                // An import may have locked the database. Due targets stay due.
                logger.error("pulled readings not kept", metadata: ["error": "\(error)"])
                guard (try? await clock.sleep(Self.rest)) != nil else { return }
            }
        }
    }
}
