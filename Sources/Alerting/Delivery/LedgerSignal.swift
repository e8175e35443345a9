/// Tells one listener that the ledger may have grown; signals that arrive before it listens are merged.
package final class LedgerSignal: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Signals that the ledger may have grown; returns at once.
    package func ledgerGrew() { continuation.yield() }
}
