import Alerts
import ServiceLifecycle

/// Passes new ledger lines to the open streams, in the order of the ledger.
///
/// Writers signal with ``ledgerGrew()``; the ledger itself knows how many lines are new.
package final class LedgerFollower: Service, Sendable {
    /// Lines of the first batch: they are being sent while the next are read.
    private static let page = 1_000
    /// Lines of a batch at most: each may have twice as many as the one before, since reading takes less time
    /// than sending, but no more than there are listeners: a connection has little room for lines that come at once.
    private static let largestPage = 8_000
    /// How long it waits before it reads again where the ledger ends.
    private static let patience = Duration.milliseconds(250)

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
        await cancelWhenGracefulShutdown { [self] in
            guard let last = await lastEntry() else { return }
            hub.begin(after: last)
            var told = last
            for await _ in signals { told = await send(after: told) }
        }
    }

    /// Reads where the ledger ends, again and again while it cannot be read.
    ///
    /// - Returns: The last line, or `nil` when the service stops before.
    private func lastEntry() async -> Int64? {
        while !Task.isCancelled {
            if let last = try? await ledger.lastEntry() { return last }
            try? await Task.sleep(for: Self.patience)
        }
        return nil
    }

    /// Sends everything after a line.
    ///
    /// If the ledger cannot be read, it is read again at the next signal; heartbeats are signals too.
    ///
    /// - Returns: The last line that was sent.
    private func send(after line: Int64) async -> Int64 {
        var (last, page) = (line, Self.page)
        while true {
            let listeners = hub.settleListeners()
            guard let news = try? await ledger.news(of: listeners, after: last, limit: page), news.last > last
            else { return last }
            hub.send(news)
            last = news.last
            page = max(Self.page, min(2 * page, listeners.count, Self.largestPage))
        }
    }
}
