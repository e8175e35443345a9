import Alerts
package import People
import Synchronization

/// Passes new ledger lines to the streams of their accounts.
///
/// New lines are prepared once and handed to each lane in one call. A lane then writes to all its connections
/// without being woken for each.
package final class LiveHub: Sendable {
    /// Streams of one account: the phones, tablets and browsers of a family.
    package static let streamsPerAccount = 16
    /// Streams of all accounts: what 20,000 open files leave after the database and ordinary requests.
    package static let streamLimit = 16_000

    private struct Member {
        let stream: LiveStream
        let sink: any LiveSink
    }

    private struct State {
        /// Streams of an account that are open or about to open.
        var slots: [Account.ID: Int] = [:]
        var seatCount = 0
        /// How often the streams of an account with open slots were ended.
        var closings: [Account.ID: Int] = [:]
        /// Members by every account whose lines they receive.
        var members: [Account.ID: [Member]] = [:]
        /// All members, each once.
        var open: [ObjectIdentifier: Member] = [:]
        /// The accounts with members, stored so that a ledger read need not collect them.
        var listeners: Set<Account.ID> = []
        /// The last line that was sent to all.
        var told: Int64 = 0
        /// Streams that joined after the listeners of the current ledger read were settled.
        var latecomers: [Member] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let sent = Atomic(0)
    private let gaps = Atomic(0)
    private let dropped = Atomic(0)
    /// Streams that wait for a replay from the ledger, each at most once: there are no more than
    /// ``streamLimit``.
    let replays: AsyncStream<LiveStream>
    private let replay: AsyncStream<LiveStream>.Continuation

    package init() { (replays, replay) = AsyncStream.makeStream() }

    /// The hub's counters and the number of open streams.
    package var counts: LiveCounts {
        LiveCounts(
            open: state.withLock(\.open.count), sent: sent.load(ordering: .relaxed),
            gaps: gaps.load(ordering: .relaxed), dropped: dropped.load(ordering: .relaxed))
    }

    /// Settles the accounts for which new lines are read next: all with an open stream.
    ///
    /// Streams that join before these lines are sent get them from the ledger.
    func settleListeners() -> Set<Account.ID> {
        state.withLock { state in
            state.latecomers = []
            return state.listeners
        }
    }

    /// Reserves a slot for a stream of an account.
    ///
    /// - Returns: How often the account's streams were ended before. `nil` when the account already has
    ///   ``streamsPerAccount`` streams, when all accounts have ``streamLimit``, or when the hub is closed.
    func takeSlot(of account: Account.ID) -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.seatCount < Self.streamLimit,
                state.slots[account, default: 0] < Self.streamsPerAccount
            else { return nil }
            state.slots[account, default: 0] += 1
            state.seatCount += 1
            return state.closings[account, default: 0]
        }
    }

    func releaseSlot(of account: Account.ID) {
        state.withLock { Self.releaseSlot(of: account, in: &$0) }
    }

    private static func releaseSlot(of account: Account.ID, in state: inout State) {
        guard let count = state.slots[account] else { return }
        state.slots[account] = count == 1 ? nil : count - 1
        if count == 1 { state.closings[account] = nil }
        state.seatCount -= 1
    }

    /// Adds a stream, which receives every line after the returned one.
    ///
    /// - Returns: The last line that was sent before. `nil` when the hub is closed, or when the account's
    ///   streams were ended after this stream was opened.
    func join(_ stream: LiveStream, _ sink: any LiveSink) -> Int64? {
        state.withLock { state in
            guard !state.isClosed, state.closings[stream.account, default: 0] == stream.closings
            else { return nil }
            let member = Member(stream: stream, sink: sink)
            for account in stream.accounts { state.members[account, default: []].append(member) }
            state.listeners.formUnion(stream.accounts)
            state.latecomers.append(member)
            state.open[ObjectIdentifier(stream)] = member
            return state.told
        }
    }

    func leave(_ stream: LiveStream) {
        state.withLock { state in
            Self.releaseSlot(of: stream.account, in: &state)
            guard state.open.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
            state.latecomers.removeAll { $0.stream === stream }
            for account in stream.accounts {
                let rest = (state.members[account] ?? []).filter { $0.stream !== stream }
                state.members[account] = rest.isEmpty ? nil : rest
                if rest.isEmpty { state.listeners.remove(account) }
            }
        }
    }

    /// Queues a stream for a replay from the ledger.
    func replay(_ stream: LiveStream) { replay.yield(stream) }

    /// Starts sending the lines after `last`; streams that joined earlier get the lines up to it from the
    /// ledger.
    func begin(after last: Int64) { send(LedgerNews(lines: [], alerts: [], last: last)) }

    /// Sends new lines, in the order of the ledger, to the open streams that they concern.
    func send(_ news: LedgerNews) {
        var lanes: [ObjectIdentifier: (sink: any LiveSink, lines: [(place: Int, stream: LiveStream)])] = [:]
        let latecomers = state.withLock { state in
            for (place, line) in news.lines.enumerated() {
                for member in state.members[line.account] ?? [] {
                    lanes[member.sink.lane, default: (member.sink, [])].lines.append((place, member.stream))
                }
            }
            state.told = max(state.told, news.last)
            defer { state.latecomers = [] }
            return state.latecomers
        }
        for (sink, lines) in lanes.values {
            sink.onLane { [self] in
                var texts = AlertTexts(news)
                let told = lines.count { place, stream in
                    let line = news.lines[place]
                    return stream.send(line.id, texts.event(line, for: stream.reader))
                }
                noteSent(told)
            }
        }
        for late in latecomers { late.sink.onLane { late.stream.catchUp(through: news.last) } }
    }

    /// Sends a heartbeat to every stream.
    package func beat() {
        onLanes { [self] stream in
            if !stream.beat() { dropped.add(1, ordering: .relaxed) }
        }
    }

    /// The accounts with an open stream.
    package var accounts: Set<Account.ID> { state.withLock(\.listeners) }

    /// Ends the streams that carry an account's lines, including those about to start.
    package func close(_ account: Account.ID) {
        let members = state.withLock { state in
            if state.slots[account] != nil { state.closings[account, default: 0] += 1 }
            return state.members[account] ?? []
        }
        for member in members { member.sink.onLane { member.stream.finish() } }
    }

    /// Ends every stream, including those about to start; others may follow.
    package func endAll() {
        state.withLock { state in
            for account in state.slots.keys { state.closings[account, default: 0] += 1 }
        }
        onLanes { $0.finish() }
    }

    /// Ends every stream and accepts no new ones.
    package func close() {
        state.withLock { $0.isClosed = true }
        onLanes { $0.finish() }
    }

    /// Ends one stream because its replay failed.
    func drop(_ stream: LiveStream) {
        dropped.add(1, ordering: .relaxed)
        stream.finish()
    }

    func noteSent(_ count: Int) { sent.add(count, ordering: .relaxed) }
    func noteGap() { gaps.add(1, ordering: .relaxed) }

    private func onLanes(_ act: @escaping @Sendable (LiveStream) -> Void) {
        let members = state.withLock { Array($0.open.values) }
        for lane in Dictionary(grouping: members, by: \.sink.lane).values {
            let streams = lane.map(\.stream)
            lane[0].sink.onLane { streams.forEach(act) }
        }
    }
}

/// Counters of a ``LiveHub``.
package struct LiveCounts: Hashable, Sendable {
    /// Streams that are open now.
    package var open = 0
    /// Alerts written to streams, including replayed ones.
    package var sent = 0
    /// The number of gaps announced to streams.
    package var gaps = 0
    /// Readers that were cut off because they stopped reading, or because the ledger could not be read.
    package var dropped = 0
}
