import Alerts

/// The runs that wait in memory, scheduled so that no receiver delays the others.
///
/// A channel has one run at a time, so that its messages go out in order; after a failure it pauses for a
/// while. Receivers take turns, and each has a limit on how many of its channels are served at once.
struct OutboxQueue {
    /// Runs in flight at once, over all receivers: each holds a connection.
    static let concurrency = 256
    /// Runs that may wait in memory for one receiver.
    static let waitingPerReceiver = 64
    /// Runs that may wait in memory in total.
    static let capacity = 2_048

    /// A host that receives messages of one kind.
    struct Receiver: Hashable {
        let kind: Channel.Kind
        let host: String

        /// Channels of one receiver that are served at once.
        ///
        /// A webhook's host is often somebody's small server. A push service or a mail gateway serves all of
        /// its users.
        var concurrency: Int {
            switch kind {
            case .webhook: 8
            case .push: 64
            case .email: 4
            }
        }
    }

    private struct Line {
        var waiting: [OutboxRun] = []
        var running = 0
        /// Channels whose lines were rejected because their receiver has enough: one number each.
        var turnedAway: Set<Int64> = []
    }

    private struct Pause {
        var failures = 0
        var end: ContinuousClock.Instant
    }

    private let firstPause: Duration
    private var lines: [Receiver: Line] = [:]
    /// The receivers with waiting runs, in the order of their turns.
    private var turns: [Receiver] = []
    private var held: Set<Int64> = []
    private var pauses: [Int64: Pause] = [:]
    private(set) var running = 0
    private(set) var waiting = 0

    init(firstPause: Duration = .seconds(1)) { self.firstPause = firstPause }

    /// The channels that cannot take a run now.
    func blocked(at now: ContinuousClock.Instant) -> Set<Int64> {
        var blocked = lines.values.reduce(into: held) { $0.formUnion($1.turnedAway) }
        for (channel, pause) in pauses where pause.end > now { blocked.insert(channel) }
        return blocked
    }

    var hasRoom: Bool { waiting < Self.capacity / 2 }

    /// Adds a run, unless its channel is busy or its receiver has enough.
    mutating func add(_ run: OutboxRun) {
        guard !held.contains(run.channel) else { return }
        let receiver = Receiver(kind: run.kind, host: run.host)
        guard lines[receiver, default: Line()].waiting.count < Self.waitingPerReceiver else {
            lines[receiver]?.turnedAway.insert(run.channel)
            return
        }
        if lines[receiver, default: Line()].waiting.isEmpty { turns.append(receiver) }
        lines[receiver, default: Line()].waiting.append(run)
        held.insert(run.channel)
        waiting += 1
    }

    /// The next run to start, or `nil` when none may start.
    mutating func next() -> OutboxRun? {
        guard running < Self.concurrency else { return nil }
        let place = turns.firstIndex { receiver in
            (lines[receiver]?.running ?? 0) < receiver.concurrency
        }
        guard let place, var line = lines[turns[place]] else { return nil }
        let receiver = turns.remove(at: place)
        let run = line.waiting.removeFirst()
        line.running += 1
        if !line.waiting.isEmpty { turns.append(receiver) }
        // Half empty: channels that were turned away may try again.
        if line.waiting.count < Self.waitingPerReceiver / 2 { line.turnedAway = [] }
        lines[receiver] = line
        waiting -= 1
        running += 1
        return run
    }

    /// Records the end of a run.
    mutating func finish(_ run: OutboxRun, failed: Bool, at now: ContinuousClock.Instant) {
        let receiver = Receiver(kind: run.kind, host: run.host)
        running -= 1
        held.remove(run.channel)
        lines[receiver]?.running -= 1
        if let line = lines[receiver], line.running == 0, line.waiting.isEmpty { lines[receiver] = nil }
        guard failed else {
            pauses[run.channel] = nil
            return
        }
        let failures = (pauses[run.channel]?.failures ?? 0) + 1
        pauses[run.channel] = Pause(failures: failures, end: now + pause(after: failures))
    }

    /// Whether a pause has ended since an earlier check: then there may be lines to add.
    func hasPauseEnded(between earlier: ContinuousClock.Instant, and now: ContinuousClock.Instant) -> Bool {
        pauses.values.contains { $0.end > earlier && $0.end <= now }
    }

    /// Forgets the failures of channels whose pause ended before an instant.
    mutating func forget(before instant: ContinuousClock.Instant) {
        pauses = pauses.filter { $0.value.end > instant }
    }

    /// How long a failing channel pauses: a second, then two, and so on up to a minute.
    ///
    /// Each line also has its own time for the next try.
    private func pause(after failures: Int) -> Duration { firstPause * min(60, 1 << min(failures - 1, 6)) }
}
