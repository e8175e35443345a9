/// Tells one listener that the ledger may have grown; rings that come before it listens are one.
package final class LedgerSignal: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that the ledger may have grown; returns at once.
    package func ledgerGrew() { continuation.yield() }
}
