import Alerts
import ServiceLifecycle

/// Passes new ledger lines to the open streams, in the order of the ledger.
///
/// Writers signal with ``ledgerGrew()``; the ledger itself knows how many lines are new.
package final class LedgerFollower: Service, Sendable {
    /// Lines per batch: the first are being sent while the next are read.
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

    /// Signals that the ledger may have grown.
    package func ledgerGrew() { signal.yield() }

    package func run() async throws {
        let last = try await ledger.lastEntry()
        hub.begin(after: last)
        await cancelWhenGracefulShutdown { [self] in
            var told = last
            for await _ in signals { told = await send(after: told) }
        }
    }

    /// Sends everything after a line.
    ///
    /// If the ledger cannot be read, it is read again at the next signal; heartbeats are signals too.
    ///
    /// - Returns: The last line that was sent.
    private func send(after line: Int64) async -> Int64 {
        var last = line
        while let news = try? await ledger.news(of: hub.settleListeners(), after: last, limit: Self.page),
            news.last > last
        {
            hub.send(news)
            last = news.last
        }
        return last
    }
}
