package import Alerts
package import Foundation
package import Logging
import ServiceLifecycle

/// Sends queued ledger lines over the channels of their subscribers.
///
/// A line stays queued until its outcome is recorded, so that a crash loses nothing: a message that was being
/// sent then goes out again under the same identifier. Memory use is bounded; the ledger holds the rest.
package final class Outbox: Service, Sendable {
    /// How often the clock is checked for due lines and for clock jumps.
    static let pulse = Duration.milliseconds(500)
    /// How often the ledger is read even without a signal.
    static let patrol = Duration.seconds(30)
    /// How long a channel's failures are remembered after its pause.
    static let memory = Duration.seconds(600)
    /// Lines that are read at a time.
    static let page = 1_024
    /// Number of waiting runs in memory below which more are read from the ledger.
    static let lowWater = 128
    /// How long messages in flight may take when the program shuts down.
    static let grace = Duration.seconds(5)
    /// A clock that goes back by less than this is being adjusted, and delays nothing.
    static let tolerance = Duration.seconds(5)

    private enum Event: Sendable {
        case look
        case pulse
        case claimed(OutboxClaim?)
        /// The ledger was adjusted to a clock that went back, or the adjustment failed.
        case adjusted(by: Duration, done: Bool)
        case expired
        case finished(OutboxRun, arrived: Bool)
        case stop
        case giveUp
    }

    private let ledger: any OutboxStore
    private let wakeSignal: WakeSignal
    private let now: @Sendable () -> Date
    private let instant: @Sendable () -> ContinuousClock.Instant
    private let logger: Logger
    private let sender: OutboxSender
    private let tally = OutboxTally()
    private let firstPause: Duration

    /// Makes an outbox.
    ///
    /// - Parameters:
    ///   - ledger: The store of queued lines.
    ///   - clients: The client for each kind of channel.
    ///   - wakeSignal: Signals that the ledger has grown.
    ///   - now: The wall clock.
    ///   - instant: The monotonic clock, which times pauses and reveals jumps of the wall clock.
    ///   - logger: Logs failures of the ledger.
    ///   - firstPause: How long a channel pauses after its first failure; the pause doubles with each
    ///     failure.
    package init(
        ledger: any OutboxStore, clients: [Channel.Kind: any ChannelClient], wakeSignal: WakeSignal,
        now: @escaping @Sendable () -> Date,
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, logger: Logger,
        firstPause: Duration = .seconds(1)
    ) {
        self.ledger = ledger
        self.wakeSignal = wakeSignal
        self.now = now
        self.instant = instant
        self.logger = logger
        self.firstPause = firstPause
        sender = OutboxSender(
            ledger: ledger, clients: clients, recorder: OutboxRecorder(ledger: ledger, now: now),
            tally: tally, now: now, logger: logger)
    }

    /// The counters since the outbox started.
    package var counts: OutboxCounts { tally.current }

    package func run() async throws {
        // The number of buffered events is bounded: one per running run, and a handful of signals.
        let (events, send) = AsyncStream.makeStream(of: Event.self)
        try? await ledger.clockWentBack(by: nil, to: now())
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { [rings = wakeSignal.listen()] in
                    for await _ in rings { send.yield(.look) }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pulse)
                        send.yield(.pulse)
                    }
                }
                var state = State(now: now(), instant: instant(), queue: OutboxQueue(firstPause: firstPause))
                for await event in events {
                    handle(event, &state)
                    if state.isStopping && state.queue.running == 0 { break }
                    act(&state, in: &group, send)
                    if case .giveUp = event { break }
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            send.yield(.stop)
        }
    }

    /// What the event loop remembers between events.
    private struct State {
        var queue: OutboxQueue
        var wantsLook = true
        /// Whether to read the ledger at the next pulse.
        var wantsLookSoon = false
        var isLooking = false
        var isStopping = false
        var hasGraceBegun = false
        var nextDue: Date?
        /// How far the clock went back, until the ledger has been adjusted.
        var shift = Duration.zero
        var wantsAdjustment = false
        var isAdjusting = false
        var wantsExpiry = false
        var isExpiring = false
        var lastPulse: ContinuousClock.Instant
        var lastPatrol: ContinuousClock.Instant
        var wall: Date

        init(now: Date, instant: ContinuousClock.Instant, queue: OutboxQueue) {
            wall = now
            (lastPulse, lastPatrol) = (instant, instant)
            self.queue = queue
        }
    }

    private func handle(_ event: Event, _ state: inout State) {
        let instant = instant()
        switch event {
        case .look: state.wantsLook = true
        case .pulse: notice(&state, at: instant)
        case .adjusted(let shift, let done):
            state.isAdjusting = false
            state.wantsLook = true
            if !done { state.shift += shift }
        case .expired: state.isExpiring = false
        case .finished(let run, let arrived):
            state.queue.finish(run, failed: !arrived, at: instant)
            // This channel may have more lines than one run holds. While others wait, that is not urgent.
            if state.queue.waiting < Self.lowWater {
                state.wantsLook = true
            } else {
                state.wantsLookSoon = true
            }
        case .claimed(let claim):
            state.isLooking = false
            guard let claim else {
                state.wantsLookSoon = true
                return
            }
            for run in claim.runs { state.queue.add(run) }
            state.nextDue = claim.nextDue
            state.wantsLook = state.wantsLook || claim.isFull
        case .stop: state.isStopping = true
        case .giveUp: break
        }
    }

    /// Checks the clocks.
    private func notice(_ state: inout State, at instant: ContinuousClock.Instant) {
        let present = now()
        let elapsed = state.lastPulse.duration(to: instant)
        let shift = elapsed - .seconds(present.timeIntervalSince(state.wall))
        if shift > Self.tolerance { state.shift += shift }
        state.wantsAdjustment = state.shift > .zero
        let isDue = state.nextDue.map { $0 <= present } ?? false
        let isLate = state.lastPatrol.duration(to: instant) >= Self.patrol
        if isLate {
            state.lastPatrol = instant
            state.queue.forget(before: instant - Self.memory)
            state.wantsExpiry = true
        }
        state.wantsLook =
            state.wantsLook || state.wantsLookSoon || isDue || isLate
            || state.queue.hasPauseEnded(between: state.lastPulse, and: instant)
        state.wantsLookSoon = false
        state.lastPulse = instant
        state.wall = present
    }

    /// Starts everything that can start now.
    private func act(
        _ state: inout State, in group: inout DiscardingTaskGroup, _ send: AsyncStream<Event>.Continuation
    ) {
        guard !state.isStopping else {
            guard !state.hasGraceBegun else { return }
            state.hasGraceBegun = true
            group.addTask {
                try? await Task.sleep(for: Self.grace)
                send.yield(.giveUp)
            }
            return
        }
        tend(&state, in: &group, send)
        if state.wantsLook, !state.isLooking, state.queue.hasRoom {
            (state.wantsLook, state.isLooking) = (false, true)
            let blocked = state.queue.blocked(at: instant())
            group.addTask { [self] in send.yield(.claimed(await claim(passing: blocked))) }
        }
        while let run = state.queue.next() {
            group.addTask { [sender] in send.yield(.finished(run, arrived: await sender.send(run))) }
        }
    }

    /// Starts maintenance of the ledger; messages go out in the meantime.
    private func tend(
        _ state: inout State, in group: inout DiscardingTaskGroup, _ send: AsyncStream<Event>.Continuation
    ) {
        if state.wantsAdjustment, !state.isAdjusting {
            let shift = state.shift
            (state.wantsAdjustment, state.isAdjusting, state.shift) = (false, true, .zero)
            group.addTask { [self] in
                let done: Void? = try? await ledger.clockWentBack(by: shift, to: now())
                send.yield(.adjusted(by: shift, done: done != nil))
            }
        }
        if state.wantsExpiry, !state.isExpiring {
            (state.wantsExpiry, state.isExpiring) = (false, true)
            group.addTask { [self] in
                let count = (try? await ledger.expire(at: now())) ?? 0
                tally.note { $0.dropped += count }
                send.yield(.expired)
            }
        }
    }

    private func claim(passing blocked: Set<Int64>) async -> OutboxClaim? {
        do {
            return try await ledger.claim(at: now(), passing: blocked, limit: Self.page)
        } catch {
            guard !(error is CancellationError) else { return nil }
            tally.note { $0.ledgerFailures += 1 }
            logger.warning("outbox not read", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
