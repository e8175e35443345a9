import Alerts
import ServiceLifecycle

/// Carries what is new in the ledger to the open streams, in its order.
///
/// Whoever writes to the ledger says so with ``ledgerGrew()``; how much there is to tell, the ledger knows.
package final class LedgerFollower: Service, Sendable {
    /// Lines that are told at a time: the first are under way while the next are read.
    private static let page = 1_000

    private let ledger: any LedgerStore
    private let hub: LiveHub
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(ledger: any LedgerStore, hub: LiveHub) {
        self.ledger = ledger
        self.hub = hub
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that the ledger may have grown.
    package func ledgerGrew() { signal.yield() }

    package func run() async throws {
        let last = try await ledger.lastEntry()
        hub.begin(after: last)
        await cancelWhenGracefulShutdown { [self] in
            var told = last
            for await _ in signals { told = await tell(after: told) }
        }
    }

    /// Tells everything after a line.
    ///
    /// A ledger that cannot be read now is read again at the next signal; heartbeats are signals too.
    ///
    /// - Returns: The last line that was told.
    private func tell(after line: Int64) async -> Int64 {
        var last = line
        while let news = try? await ledger.news(of: hub.settleListeners(), after: last, limit: Self.page),
            news.last > last
        {
            hub.tell(news)
            last = news.last
        }
        return last
    }
}
