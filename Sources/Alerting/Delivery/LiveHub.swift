import Alerts
import Foundation
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

    /// The streams that end with an account, open or about to open.
    private struct Ties {
        var count = 0
        /// How often they were ended.
        var closings = 0
    }

    private struct State {
        /// Streams of an account that are open or about to open.
        var slots: [Account.ID: Int] = [:]
        var seatCount = 0
        /// What ends with each account that has slots, or has opened streams of others.
        var ties: [Account.ID: Ties] = [:]
        /// Members by every account whose lines they receive.
        var members: [Account.ID: [Member]] = [:]
        /// Members by the account that opened them, if they do not carry its lines.
        var opened: [Account.ID: [Member]] = [:]
        /// All members, each once.
        var open: [ObjectIdentifier: Member] = [:]
        /// The accounts with members, stored so that a ledger read need not collect them.
        var listeners: Set<Account.ID> = []
        /// The last line that was sent to all.
        var told: Int64 = 0
        /// Streams that joined after the listeners of the current ledger read were settled.
        var latecomers: [Member] = []
        /// No member's session or token ends before, as far as is known.
        var firstExpiry = Date.distantFuture
        var isClosed = false

        /// How often streams of an account, or of who opens one of its streams, were ended.
        func closings(_ account: Account.ID, _ opener: Account.ID) -> Int {
            Set([account, opener]).reduce(0) { $0 + (ties[$1]?.closings ?? 0) }
        }

        mutating func releaseSlot(of account: Account.ID, by opener: Account.ID) {
            guard let count = slots[account] else { return }
            slots[account] = count == 1 ? nil : count - 1
            seatCount -= 1
            for tied in Set([account, opener]) {
                ties[tied]?.count -= 1
                if ties[tied]?.count == 0 { ties[tied] = nil }
            }
        }
    }

    private let state = Mutex(State())
    private let sent = Atomic(0)
    private let gaps = Atomic(0)
    private let dropped = Atomic(0)
    /// Streams that wait for a replay from the ledger, each at most once: there are no more than
    /// ``streamLimit``.
    let replays: AsyncStream<LiveStream>
    let encoded = EncodedAlerts()
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

    /// Reserves a slot for a stream of an account, opened by that account or by its guardian.
    ///
    /// - Returns: How often streams of the two were ended before. `nil` when the account already has
    ///   ``streamsPerAccount`` streams, when all accounts have ``streamLimit``, or when the hub is closed.
    func takeSlot(of account: Account.ID, by opener: Account.ID) -> Int? {
        state.withLock { state in
            guard !state.isClosed, state.seatCount < Self.streamLimit,
                state.slots[account, default: 0] < Self.streamsPerAccount
            else { return nil }
            state.slots[account, default: 0] += 1
            state.seatCount += 1
            for tied in Set([account, opener]) { state.ties[tied, default: Ties()].count += 1 }
            return state.closings(account, opener)
        }
    }

    func releaseSlot(of account: Account.ID, by opener: Account.ID) {
        state.withLock { $0.releaseSlot(of: account, by: opener) }
    }

    /// Adds a stream, which receives every line after the returned one.
    ///
    /// - Returns: The last line that was sent before. `nil` when the hub is closed, or when streams of the
    ///   account or of who opened the stream were ended after it was opened.
    func join(_ stream: LiveStream, _ sink: any LiveSink) -> Int64? {
        state.withLock { state in
            let (account, opener) = (stream.account, stream.opener.account)
            guard !state.isClosed, state.closings(account, opener) == stream.closings else { return nil }
            let member = Member(stream: stream, sink: sink)
            for account in stream.accounts { state.members[account, default: []].append(member) }
            if !stream.accounts.contains(opener) { state.opened[opener, default: []].append(member) }
            state.listeners.formUnion(stream.accounts)
            state.latecomers.append(member)
            state.open[ObjectIdentifier(stream)] = member
            state.firstExpiry = min(state.firstExpiry, stream.opener.expiry)
            return state.told
        }
    }

    func leave(_ stream: LiveStream) {
        state.withLock { state in
            let opener = stream.opener.account
            state.releaseSlot(of: stream.account, by: opener)
            guard state.open.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
            state.latecomers.removeAll { $0.stream === stream }
            Self.remove(stream, of: opener, from: &state.opened)
            for account in stream.accounts {
                Self.remove(stream, of: account, from: &state.members)
                if state.members[account] == nil { state.listeners.remove(account) }
            }
        }
    }

    private static func remove(
        _ stream: LiveStream, of account: Account.ID, from index: inout [Account.ID: [Member]]
    ) {
        guard let members = index[account] else { return }
        let rest = members.filter { $0.stream !== stream }
        index[account] = rest.isEmpty ? nil : rest
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
                var texts = AlertTexts(news, encoded: encoded)
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

    /// Ends the streams that carry an account's lines and those that it opened, including those about to start.
    package func close(_ account: Account.ID) {
        let members = state.withLock { state in
            state.ties[account]?.closings += 1
            return (state.members[account] ?? []) + (state.opened[account] ?? [])
        }
        for member in members { member.sink.onLane { member.stream.finish() } }
    }

    /// The open streams whose session or token has ended, unless it was used meanwhile.
    func expiring(at now: Date) -> [LiveStream] {
        let streams = state.withLock { state -> [LiveStream] in
            guard state.firstExpiry <= now else { return [] }
            // Streams that join meanwhile lower it again.
            state.firstExpiry = .distantFuture
            return state.open.values.map(\.stream)
        }
        guard let first = streams.map(\.expiry).min() else { return [] }
        state.withLock { $0.firstExpiry = min($0.firstExpiry, first) }
        return streams.filter { $0.expiry <= now }
    }

    /// Ends some streams.
    func end(_ streams: [LiveStream]) {
        let members = state.withLock { state in streams.compactMap { state.open[ObjectIdentifier($0)] } }
        for member in members { member.sink.onLane { member.stream.finish() } }
    }

    /// Ends every stream, including those about to start; others may follow.
    package func endAll() {
        state.withLock { state in
            for account in state.ties.keys { state.ties[account]?.closings += 1 }
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
