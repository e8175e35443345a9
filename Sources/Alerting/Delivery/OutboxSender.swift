import Alerts
import Foundation
import Logging

/// Sends the lines of one channel one after the other and records the outcomes.
struct OutboxSender: Sendable {
    let ledger: any OutboxStore
    let clients: [Channel.Kind: any ChannelClient]
    let recorder: OutboxRecorder
    let tally: OutboxTally
    let now: @Sendable () -> Date
    let logger: Logger

    /// Sends a run.
    ///
    /// - Returns: `false` when a message did not arrive; the rest of the run then stays queued in the ledger.
    func send(_ run: OutboxRun) async -> Bool {
        for line in run.lines {
            do {
                guard try await send(line, of: run) else { return false }
            } catch is CancellationError {
                return false
            } catch {
                tally.note { $0.ledgerFailures += 1 }
                logger.warning("delivery not recorded", metadata: ["line": "\(line)", "error": "\(error)"])
                return false
            }
        }
        return true
    }

    /// Sends one line, or a digest.
    private func send(_ line: Int64, of run: OutboxRun) async throws -> Bool {
        guard let client = clients[run.kind] else {
            // This program has no client for this kind: its lines wait until the alert ends.
            return false
        }
        guard let prepared = try await ledger.prepare(run, line: line, at: now()) else { return true }
        var acts = prepared.acts
        var arrived = true
        let lines = prepared.content.lines
        if !lines.isEmpty {
            await begin(lines)
            let outcome = await client.carry(prepared.content, over: prepared.channel)
            arrived = outcome.isArrival
            // Arrivals are recorded even when the program is shutting down.
            if !arrived { try Task.checkCancellation() }
            acts += Self.acts(after: outcome, prepared, over: run.channel, at: now())
        }
        try await settle(acts)
        tally.note { $0.add(acts) }
        return arrived
    }

    /// Marks the lines of messages that are about to leave.
    ///
    /// Without the mark, nothing can be said of them after a crash; yet they leave, since news must not wait for
    /// a ledger that cannot be written.
    private func begin(_ lines: [Int64]) async {
        do {
            try await recorder.record(lines.map { .begun($0) })
        } catch {
            tally.note { $0.ledgerFailures += 1 }
            logger.warning("start of delivery not recorded", metadata: ["error": "\(error)"])
        }
    }

    /// Records the outcome of a line, however long the ledger takes: an unrecorded message would be sent
    /// again.
    private func settle(_ acts: [OutboxAct]) async throws {
        var pause = Duration.seconds(1)
        while true {
            do {
                return try await recorder.record(acts)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                tally.note { $0.ledgerFailures += 1 }
                logger.warning("delivery not recorded", metadata: ["error": "\(error)"])
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(30))
            }
        }
    }

    /// What an outcome means for the lines and their channel.
    static func acts(
        after outcome: SendingOutcome, _ prepared: PreparedSending, over channel: Int64, at now: Date,
        share: Double = .random(in: 0...1)
    ) -> [OutboxAct] {
        let lines = prepared.content.lines
        switch outcome {
        case .sent: return lines.map { .tried($0, .sent) } + [.arrived(channel: channel)]
        case .delivered: return lines.map { .tried($0, .delivered) } + [.arrived(channel: channel)]
        case .refused(let reason):
            return lines.map { .tried($0, .failed) } + [.park(channel: channel, reason)]
        case .gone: return lines.map { .tried($0, .failed) } + [.remove(channel: channel)]
        case .failed(let reason, let retryAfter):
            let tries = prepared.content.attempts + 1
            let next = Backoff.next(
                after: tries, firstTry: prepared.firstTry ?? now, now: now, retryAfter: retryAfter,
                share: share)
            // A channel is parked after a day without success, but after no fewer tries than it takes to give
            // up a line.
            let parked =
                tries < Backoff.leastTries ? Date.distantPast : now.addingTimeInterval(-Backoff.patience)
            return lines.map { line in next.map { .again(line, due: $0) } ?? .tried(line, .failed) }
                + [.failing(channel: channel, reason, parkedSince: parked)]
        }
    }
}

extension SendingOutcome {
    fileprivate var isArrival: Bool {
        switch self {
        case .sent, .delivered: true
        case .failed, .refused, .gone: false
        }
    }
}
