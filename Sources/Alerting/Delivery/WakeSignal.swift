/// Wakes one listener; signals that arrive before it listens are merged.
package struct WakeSignal: Sendable {
    package let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the listener; returns at once.
    package func wake() { continuation.yield() }
}
