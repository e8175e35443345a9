import Synchronization

/// Wakes one listener; signals that arrive while nobody listens are merged into one for the next listener.
package final class WakeSignal: Sendable {
    private struct State {
        var listener: AsyncStream<Void>.Continuation?
        /// Whether a signal is kept for the next listener.
        var waits = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins to listen; a former listener hears no more.
    ///
    /// - Returns: The signals from now on, the first at once if one was waiting.
    package func listen() -> AsyncStream<Void> {
        let (signals, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let former = state.withLock { state in
            if state.waits { listener.yield() }
            defer { state = State(listener: listener) }
            return state.listener
        }
        former?.finish()
        return signals
    }

    /// Wakes the listener; returns at once.
    package func wake() {
        state.withLock { state in
            guard let listener = state.listener else {
                state.waits = true
                return
            }
            // The stream of a listener that was cancelled takes no more.
            if case .terminated = listener.yield() { state = State(waits: true) }
        }
    }
}
