import Alerts
import People
import Synchronization

/// One open stream of an account: a cursor into the ledger.
///
/// It tells of the account and of the persons whom its owner cared for when it was opened. When these change the stream
/// is ended; its reader comes back, and misses nothing.
///
/// Nothing waits for a reader here. While the connection takes no more, the stream only remembers the last line that
/// it told, and reads on from there when there is room again.
///
/// All but opening happens on the sink's lane; the lock only keeps what reads from elsewhere honest.
package final class LiveStream: Sendable {
    /// Heartbeats that may find no room before the reader is cut off: a minute.
    static let patience = 4

    private enum Phase {
        /// There is no connection yet.
        case opening
        /// Told by the hub, line by line.
        case live
        /// A line came while there was no room: there is a gap.
        case behind
        /// Told from the ledger, by ``LiveFeed``.
        case replaying
        /// Told from the ledger, once there is room again.
        case waiting
        case ended
    }

    private struct State {
        var phase = Phase.opening
        /// The last line that was told, or that need not be.
        var told: Int64
        /// The newest line that the hub had for the account.
        var offered: Int64 = 0
        var replay: Replay?
        var sink: (any LiveSink)?
        var deafBeats = 0
    }

    /// What there is to say before lines are read from the ledger.
    enum Replay: Sendable {
        /// Nothing, unless it is too much to be replayed.
        case resumption
        /// That it has a gap.
        case gap
        /// That it has a gap of which nobody knows how large it is: the ledger does not reach back so far.
        case unknownGap
        /// That the ledger has no such line: it was restored from a backup.
        case unknownEvent
        /// Nothing: it goes on.
        case continuation
    }

    let account: Account.ID
    let reader: LedgerReader
    /// Whose lines it tells: those of the account and of its persons.
    let accounts: Set<Account.ID>
    /// How often the streams of the account had been ended when the stream was opened.
    let closings: Int
    private let hub: LiveHub
    private let state: Mutex<State>

    /// Makes a stream whose seat in the hub is taken already.
    init(
        _ account: Account.ID, reader: LedgerReader, hub: LiveHub, closings: Int = 0, after last: Int64?
    ) {
        self.account = account
        self.reader = reader
        accounts = Set(reader.persons.map(\.account) + [account])
        self.closings = closings
        self.hub = hub
        let newest = reader.bounds.upperBound
        var state = State(told: min(last ?? newest, newest))
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
        if state.withLock({ $0.phase != .ended }) { hub.giveBackSeat(of: account) }
    }

    /// Begins on a connection whose head was sent.
    package func begin(on sink: any LiveSink) {
        // It joins first: a connection that turns out to be gone is then one that leaves.
        guard let newest = hub.join(self, sink) else { return sink.finish() }
        let isReplaying = state.withLock { state in
            state.sink = sink
            // What was told to others since the stream was opened is in the ledger.
            if state.replay == nil, newest > state.told { state.replay = .continuation }
            state.phase = state.replay == nil ? .live : .replaying
            return state.replay != nil
        }
        sink.write(LiveEvent.greeting.head, [])
        if isReplaying { hub.replay(self) }
    }

    /// Tells a line that is new, if there is room; otherwise the stream has a gap from here on.
    ///
    /// - Returns: Whether it was told.
    func tell(_ id: Int64, _ event: LiveEvent) -> Bool {
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

    /// There are lines up to this one that the stream has not heard of, and perhaps some for it.
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

    /// The connection takes bytes again.
    package func roomReturned() {
        let isReplaying = state.withLock { state in
            switch state.phase {
            case .behind: state.replay = .gap
            case .waiting: state.replay = .continuation
            case .opening, .live, .replaying, .ended: return false
            }
            state.phase = .replaying
            return true
        }
        if isReplaying { hub.replay(self) }
    }

    /// The connection is gone.
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
    /// - Returns: `false` when the reader was cut off, because it has not read for a minute.
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

    func finish() { state.withLock(\.sink)?.finish() }
}

/// Being told from the ledger.
extension LiveStream {
    /// What to read from the ledger, and what to say before; `nil` when the connection is gone.
    var task: (kind: Replay, told: Int64, sink: any LiveSink)? {
        state.withLock { state in
            guard case .replaying = state.phase, let sink = state.sink, let kind = state.replay
            else { return nil }
            return (kind, state.told, sink)
        }
    }

    /// Says something about a gap, and goes on after `resumption` when that is given.
    func tellGap(_ event: LiveEvent, resumingAfter resumption: Int64? = nil) {
        let sink = state.withLock { state in
            if let resumption { state.told = max(state.told, resumption) }
            return state.sink
        }
        sink?.write(event.head, event.tail)
    }

    /// Tells lines from the ledger as long as there is room.
    ///
    /// - Parameters:
    ///   - page: The lines and their events.
    ///   - last: The last line that was looked at.
    ///   - isLast: Whether the ledger had no more.
    /// - Returns: How many were told.
    func tell(page: [(id: Int64, event: LiveEvent)], through last: Int64, isLast: Bool) -> Int {
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
            // A write may have found out that the connection is gone.
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
