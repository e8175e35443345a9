package import Allergens
import Synchronization

/// Carries new ledger entries to the streams of their accounts.
///
/// Every stream has a queue of at most ``queueLimit`` events. A reader who lets it fill is cut off and counted; the
/// ledger keeps what was missed, and the next connection replays it by `Last-Event-ID`.
package final class LiveHub: Sendable {
    /// Events that may wait for one reader: some minutes of the busiest city, and at most about 50 KB.
    package static let queueLimit = 128
    /// Streams of one account: phones, tablets and browsers of a family.
    package static let streamsPerAccount = 16

    private struct State {
        var streams: [Account.ID: [Int: AsyncStream<LiveEvent>.Continuation]] = [:]
        var nextStream = 0
        var counts = LiveCounts()
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// What the hub has done since it began, and holds now.
    package var counts: LiveCounts { state.withLock { $0.counts } }

    /// Opens a stream for an account.
    ///
    /// - Returns: The events from now on, or `nil` when the account has ``streamsPerAccount`` streams already or
    ///   the hub is closed. The stream leaves the hub when its reader stops.
    package func open(for account: Account.ID) -> AsyncStream<LiveEvent>? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LiveEvent.self, bufferingPolicy: .bufferingOldest(Self.queueLimit))
        let number: Int? = state.withLock { state in
            guard !state.isClosed, state.streams[account, default: [:]].count < Self.streamsPerAccount
            else { return nil }
            state.nextStream += 1
            state.streams[account, default: [:]][state.nextStream] = continuation
            state.counts.open += 1
            return state.nextStream
        }
        guard let number else { return nil }
        continuation.onTermination = { [weak self] _ in self?.close(number, of: account) }
        return stream
    }

    private func close(_ number: Int, of account: Account.ID) {
        state.withLock { state in
            guard state.streams[account]?.removeValue(forKey: number) != nil else { return }
            if state.streams[account]?.isEmpty == true { state.streams[account] = nil }
            state.counts.open -= 1
        }
    }

    /// Sends entries to the open streams of their accounts.
    ///
    /// A ``LiveFeed`` takes an entry for a repetition when one with a higher number came before it: entries are sent
    /// in the order of the ledger.
    package func send(_ entries: [LedgerEntry]) {
        for entry in entries {
            let streams = state.withLock { $0.streams[entry.account] }
            guard let streams else { continue }
            offer(LiveEvent(entry), to: streams.values)
        }
    }

    /// Sends a heartbeat to every stream.
    package func beat() {
        let streams = state.withLock { $0.streams.values.flatMap(\.values) }
        offer(.heartbeat, to: streams)
    }

    /// The accounts that have a stream open.
    package var accounts: Set<Account.ID> { state.withLock { Set($0.streams.keys) } }

    /// Ends the streams of an account.
    package func close(_ account: Account.ID) {
        let streams = state.withLock { $0.streams[account] ?? [:] }
        for stream in streams.values { stream.finish() }
    }

    /// Ends every stream, and lets no new one in.
    package func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return state.streams.values.flatMap(\.values)
        }
        for stream in streams { stream.finish() }
    }

    /// Yields outside the lock, so that a slow reader blocks nobody.
    private func offer(
        _ event: LiveEvent, to streams: some Sequence<AsyncStream<LiveEvent>.Continuation>
    ) {
        var sent = 0
        var dropped = 0
        for stream in streams {
            switch stream.yield(event) {
            case .enqueued: sent += 1
            case .dropped:
                dropped += 1
                stream.finish()
            case .terminated: break
            @unknown default: break
            }
        }
        state.withLock { state in
            state.counts.sent += sent
            state.counts.dropped += dropped
        }
    }
}

/// Figures of a ``LiveHub``.
package struct LiveCounts: Hashable, Sendable {
    /// Streams that are open now.
    package var open = 0
    /// Events, heartbeats included, that were put into queues.
    package var sent = 0
    /// Readers that were cut off because their queue was full.
    package var dropped = 0
}
