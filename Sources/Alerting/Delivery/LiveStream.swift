import Alerts
import Foundation
import People
import Synchronization

/// One open stream of an account: a cursor into the ledger.
///
/// It carries the lines of the account, and of the persons that its owner cared for when it was opened. When
/// these change, or a session or token of who opened it ends, the stream ends; its reader reconnects and misses
/// nothing.
///
/// Nothing here waits for a reader. While the connection accepts no more bytes, the stream only remembers the
/// last line that it sent. It continues from there when there is room again, and announces a gap if the reader
/// missed a heartbeat meanwhile. Lines that come faster than the connection takes them are no gap.
///
/// Everything except opening happens on the sink's lane; the lock only protects reads from other threads.
package final class LiveStream: Sendable {
    /// Heartbeats without room before the reader is cut off: a minute.
    static let patience = 4

    private enum Phase {
        /// There is no connection yet.
        case opening
        /// Receives new lines from the hub.
        case live
        /// A line arrived while there was no room.
        case behind
        /// Receives lines from the ledger, sent by ``LiveFeed``.
        case replaying
        /// Continues from the ledger once there is room again.
        case waiting
        case ended
    }

    private struct State {
        var phase = Phase.opening
        /// The last line that was sent, or that need not be sent.
        var told: Int64
        /// The newest line that the hub had for the account.
        var offered: Int64 = 0
        var replay: Replay?
        var sink: (any LiveSink)?
        /// Heartbeats without room, one after the other.
        var deafBeats = 0
        /// When the session or token that opened it ends as far as is known.
        var expiry: Date
    }

    /// What to announce before lines are read from the ledger.
    enum Replay: Sendable {
        /// Nothing, unless there are too many lines to replay.
        case resumption
        /// A gap.
        case gap
        /// A gap of unknown size: the ledger does not reach back that far.
        case unknownGap
        /// The ledger has no such line: it was restored from a backup.
        case unknownEvent
        /// Nothing: the stream continues.
        case continuation
    }

    let account: Account.ID
    let opener: StreamOpener
    let reader: LedgerReader
    /// The accounts whose lines it carries: its own and those of its persons.
    let accounts: Set<Account.ID>
    /// How often streams of the account or of who opened this one had been ended when it was opened.
    let closings: Int
    private let hub: LiveHub
    private let state: Mutex<State>

    /// Makes a stream that already has a slot in the hub.
    init(
        _ account: Account.ID, by opener: StreamOpener, reader: LedgerReader, hub: LiveHub,
        closings: Int = 0, after last: Int64?
    ) {
        (self.account, self.opener) = (account, opener)
        self.reader = reader
        accounts = Set(reader.persons.map(\.account) + [account])
        self.closings = closings
        self.hub = hub
        let newest = reader.bounds.upperBound
        var state = State(told: min(last ?? newest, newest), expiry: opener.expiry)
        if let last {
            if last > newest {
                state.replay = .unknownEvent
            } else if last > 0, last < reader.bounds.lowerBound - 1 {
                state.replay = .unknownGap
            } else if last < newest {
                state.replay = .resumption
            }
        }
        self.state = Mutex(state)
    }

    deinit {
        if state.withLock({ $0.phase != .ended }) { hub.releaseSlot(of: account, by: opener.account) }
    }

    /// Starts on a connection whose response head was sent.
    package func begin(on sink: any LiveSink) {
        // Joining comes first, so that a connection that is already gone can leave again.
        guard let newest = hub.join(self, sink) else { return sink.finish() }
        let isReplaying = state.withLock { state in
            state.sink = sink
            // Lines that others received since the stream was opened are in the ledger.
            state.offered = max(state.offered, newest)
            if state.replay == nil, newest > state.told { state.replay = .continuation }
            state.phase = state.replay == nil ? .live : .replaying
            return state.replay != nil
        }
        sink.write(LiveEvent.greeting.head, [])
        if isReplaying { hub.replay(self) }
    }

    /// Sends a new line if there is room; otherwise the stream falls behind.
    ///
    /// - Returns: Whether the line was sent.
    func send(_ id: Int64, _ event: LiveEvent) -> Bool {
        let sink: (any LiveSink)? = state.withLock { state in
            state.offered = max(state.offered, id)
            guard case .live = state.phase, id > state.told, let sink = state.sink else { return nil }
            guard sink.hasRoom else {
                state.phase = .behind
                return nil
            }
            state.told = id
            return sink
        }
        sink?.write(event.head, event.tail)
        return sink != nil
    }

    /// Reads the lines up to `last` from the ledger, because the stream joined too late to receive them.
    func catchUp(through last: Int64) {
        let isReplaying = state.withLock { state in
            state.offered = max(state.offered, last)
            guard case .live = state.phase, last > state.told else { return false }
            state.replay = .continuation
            state.phase = .replaying
            return true
        }
        if isReplaying { hub.replay(self) }
    }

    /// Continues from the ledger when the connection accepts bytes again.
    package func roomReturned() {
        let isReplaying = state.withLock { state in
            defer { state.deafBeats = 0 }
            switch state.phase {
            case .behind: state.replay = state.deafBeats > 0 ? .gap : .resumption
            case .waiting: state.replay = .continuation
            case .opening, .live, .replaying, .ended: return false
            }
            state.phase = .replaying
            return true
        }
        if isReplaying { hub.replay(self) }
    }

    /// Leaves the hub when the connection is gone.
    package func connectionEnded() {
        let wasOpen = state.withLock { state in
            defer {
                state.phase = .ended
                state.sink = nil
            }
            if case .ended = state.phase { return false }
            return true
        }
        if wasOpen { hub.leave(self) }
    }

    /// Sends a heartbeat.
    ///
    /// - Returns: `false` when the reader was cut off because it has not read for a minute.
    func beat() -> Bool {
        let (sink, isDeaf): ((any LiveSink)?, Bool) = state.withLock { state in
            guard let sink = state.sink else { return (nil, false) }
            if sink.hasRoom {
                state.deafBeats = 0
                return (sink, false)
            }
            state.deafBeats += 1
            return state.deafBeats < Self.patience ? (nil, false) : (sink, true)
        }
        if isDeaf { sink?.finish() } else { sink?.write(LiveEvent.heartbeat.head, []) }
        return !isDeaf
    }

    /// When the session or token that opened it ends, unless it was used meanwhile.
    var expiry: Date { state.withLock(\.expiry) }

    /// Notes that the session or token that opened it ends later than was known.
    func holds(until expiry: Date) { state.withLock { $0.expiry = expiry } }

    func finish() { state.withLock(\.sink)?.finish() }
}

/// Replays from the ledger.
extension LiveStream {
    /// What to read from the ledger and what to announce before; `nil` when the connection is gone.
    var task: (kind: Replay, told: Int64, sink: any LiveSink)? {
        state.withLock { state in
            guard case .replaying = state.phase, let sink = state.sink, let kind = state.replay
            else { return nil }
            return (kind, state.told, sink)
        }
    }

    /// Announces a gap, and continues after `resumption` when that is given.
    func sendGap(_ event: LiveEvent, resumingAfter resumption: Int64? = nil) {
        let sink = state.withLock { state in
            if let resumption { state.told = max(state.told, resumption) }
            return state.sink
        }
        sink?.write(event.head, event.tail)
    }

    /// Sends lines from the ledger as long as there is room.
    ///
    /// - Parameters:
    ///   - page: The lines and their events.
    ///   - last: The last line that was read.
    ///   - isLast: Whether the ledger has no more lines.
    /// - Returns: The number of lines sent.
    func send(page: [(id: Int64, event: LiveEvent)], through last: Int64, isLast: Bool) -> Int {
        guard let sink = state.withLock(\.sink) else { return 0 }
        for (place, (id, event)) in page.enumerated() {
            guard sink.hasRoom else {
                state.withLock { if $0.phase != .ended { $0.phase = .waiting } }
                return place
            }
            sink.write(event.head, event.tail)
            state.withLock { $0.told = id }
        }
        let isMore = state.withLock { state in
            // A write may have revealed that the connection is gone.
            if state.phase == .ended { return false }
            state.told = max(state.told, last)
            if isLast, state.offered <= state.told {
                state.phase = .live
                state.replay = nil
                return false
            }
            state.replay = .continuation
            return true
        }
        if isMore { hub.replay(self) }
        return page.count
    }
}
