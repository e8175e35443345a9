import ServiceLifecycle

/// Carries what is new in the ledger to the open streams, in its order.
///
/// Whoever writes to the ledger says so with ``ledgerGrew()``; how much there is to tell, the ledger knows.
package final class LedgerFollower: Service, Sendable {
    /// Lines that are read at a time.
    private static let page = 10_000

    private let ledger: any Ledger
    private let hub: LiveHub
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    package init(ledger: any Ledger, hub: LiveHub) {
        self.ledger = ledger
        self.hub = hub
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that the ledger may have grown.
    package func ledgerGrew() { signal.yield() }

    package func run() async throws {
        let first = try await ledger.lastEntry()
        await cancelWhenGracefulShutdown { [self] in
            var last = first
            for await _ in signals { last = await tell(after: last) }
        }
    }

    /// Tells everything after a line.
    ///
    /// - Returns: The last line that was told.
    private func tell(after line: Int64) async -> Int64 {
        var last = line
        while let news = try? await ledger.newEntries(after: last, limit: Self.page), news.last > last {
            hub.send(news.entries)
            last = news.last
        }
        return last
    }
}
