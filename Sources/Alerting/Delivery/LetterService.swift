package import Alerts
package import Foundation
package import Help
package import Logging
import ServiceLifecycle

/// The queue of letters to emergency contacts.
package protocol LetterQueue: Sendable {
    /// The letters that are due, without those that are being sent, at most `limit`.
    func dueLetters(at now: Date, passing flying: Set<Int64>, limit: Int) async throws -> LetterPost
    /// Records what became of a letter.
    func record(_ outcome: LetterOutcome, of line: Int64) async throws
}

/// Sends letters to emergency contacts as soon as they are written.
///
/// A letter stays queued until its outcome is recorded. If the program ends in between, it goes out again under
/// the same identifier: help that is asked for twice is better than help that nobody was asked for.
package struct LetterService: Service {
    /// Letters under way at once: an SOS to all contacts of a person.
    static let concurrency = 10
    private static let pulse = Duration.milliseconds(500)
    /// How often the queue is read even without a signal, in seconds.
    private static let patrol: TimeInterval = 30

    private enum Event: Sendable {
        case look, pulse
        case landed(Int64)
    }

    private let store: any LetterQueue
    private let mailer: ContactMailer
    private let wakeSignal: WakeSignal
    private let now: @Sendable () -> Date
    private let logger: Logger

    /// - Parameters:
    ///   - store: The queue.
    ///   - mailer: The mailer.
    ///   - wakeSignal: Signals that the queue has grown.
    ///   - now: The wall clock.
    ///   - logger: Logs failures of the queue.
    package init(
        store: any LetterQueue, mailer: ContactMailer, wakeSignal: WakeSignal,
        now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        (self.store, self.mailer, self.wakeSignal) = (store, mailer, wakeSignal)
        (self.now, self.logger) = (now, logger)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            let (events, send) = AsyncStream.makeStream(of: Event.self)
            send.yield(.look)
            await withDiscardingTaskGroup { group in
                group.addTask { for await _ in wakeSignal.listen() { send.yield(.look) } }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pulse)
                        send.yield(.pulse)
                    }
                }
                var flying: Set<Int64> = []
                var nextLook = Date.distantPast
                for await event in events {
                    if case .landed(let line) = event { flying.remove(line) }
                    if case .pulse = event, now() < nextLook { continue }
                    nextLook = await look(&flying, in: &group, send)
                }
            }
        }
    }

    /// Starts what is due.
    ///
    /// - Returns: When to look again.
    private func look(
        _ flying: inout Set<Int64>, in group: inout DiscardingTaskGroup,
        _ send: AsyncStream<Event>.Continuation
    ) async -> Date {
        let later = now().addingTimeInterval(Self.patrol)
        let room = Self.concurrency - flying.count
        guard room > 0 else { return later }
        do {
            let post = try await store.dueLetters(at: now(), passing: flying, limit: room)
            for line in post.void { try await store.record(.settled(.dropped), of: line) }
            for letter in post.letters {
                flying.insert(letter.line)
                group.addTask {
                    await self.send(letter)
                    send.yield(.landed(letter.line))
                }
            }
            return min(later, post.nextDue ?? later)
        } catch {
            if !(error is CancellationError) {
                logger.warning("letters not read", metadata: ["error": "\(error)"])
            }
            return now().addingTimeInterval(1)
        }
    }

    /// Sends a letter, and records what became of it.
    private func send(_ letter: OutgoingLetter) async {
        let outcome = result(of: await mailer.send(letter), for: letter)
        var pause = Duration.seconds(1)
        while await !record(outcome, of: letter.line) {
            // Until it is recorded, the letter is not read again. When the program stops, there is no other try.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, .seconds(30))
        }
    }

    /// - Returns: `false` when the outcome could not be recorded.
    private func record(_ outcome: LetterOutcome, of line: Int64) async -> Bool {
        // It is recorded even when the program stops: a database aborts the work of a cancelled task.
        let recording = Task {
            do {
                try await store.record(outcome, of: line)
                return true
            } catch {
                logger.warning("letter not recorded", metadata: ["error": "\(error)"])
                return false
            }
        }
        return await recording.value
    }

    /// What an outcome means for a letter.
    func result(of outcome: SendingOutcome, for letter: OutgoingLetter) -> LetterOutcome {
        switch outcome {
        case .sent, .delivered: return .settled(.sent)
        case .refused, .gone: return .settled(.failed)
        case .failed:
            let end = letter.letter.written.addingTimeInterval(
                OutgoingLetter.patience(for: letter.letter.purpose))
            // Somebody waits for help, so the first tries follow each other quickly.
            let wait = min(Self.longestWait, pow(2, Double(min(letter.attempts, 10))))
            let next = now().addingTimeInterval(wait)
            return next < end ? .again(at: next) : .settled(.failed)
        }
    }

    /// The longest time between two tries, in seconds.
    private static let longestWait: TimeInterval = 300
}
