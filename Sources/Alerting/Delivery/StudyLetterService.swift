package import Alerts
package import Foundation
package import Logging
import ServiceLifecycle
package import Studies

/// The queue of letters that invite people to studies.
package protocol StudyLetterQueue: Sendable {
    /// The letters that are due, at most `limit`.
    func dueStudyLetters(at now: Date, limit: Int) async throws -> StudyPost
    /// Records what became of a letter.
    func record(_ outcome: StudyLetterOutcome, ofInvitation invitation: Int64) async throws
}

/// Sends letters that invite people to studies, one after the other, so that no mail server takes them for a flood.
///
/// A letter stays queued until its outcome is recorded. If the program ends in between, it goes out again under the
/// same identifier.
package struct StudyLetterService: Service {
    /// Letters read at a time.
    private static let page = 20
    /// The pause between two letters: an hour's mail is at most 7,200 of them.
    private static let step = Duration.milliseconds(500)
    /// How often the queue is read even without a signal, in seconds.
    private static let patrol: TimeInterval = 60
    /// The time until the second try, in seconds; it doubles with each further one.
    private static let firstWait: TimeInterval = 60
    private static let longestWait: TimeInterval = 3_600

    private let store: any StudyLetterQueue
    private let mailer: StudyMailer
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
        store: any StudyLetterQueue, mailer: StudyMailer, wakeSignal: WakeSignal,
        now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        (self.store, self.mailer, self.wakeSignal) = (store, mailer, wakeSignal)
        (self.now, self.logger) = (now, logger)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            let (looks, look) = AsyncStream.makeStream(of: Bool.self)
            await withDiscardingTaskGroup { group in
                group.addTask { for await _ in wakeSignal.listen() { look.yield(true) } }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(1))
                        look.yield(false)
                    }
                }
                look.yield(true)
                var next = Date.distantPast
                for await isSignal in looks where isSignal || now() >= next { next = await sendDue() }
            }
        }
    }

    /// Sends all that is due.
    ///
    /// - Returns: When to look again.
    private func sendDue() async -> Date {
        do {
            while true {
                let post = try await store.dueStudyLetters(at: now(), limit: Self.page)
                for invitation in post.void { try await record(.settled(.dropped), of: invitation) }
                for letter in post.letters {
                    try await record(
                        result(of: await mailer.send(letter), for: letter), of: letter.invitation)
                    try await Task.sleep(for: Self.step)
                }
                guard post.letters.isEmpty, post.void.isEmpty else { continue }
                let later = now().addingTimeInterval(Self.patrol)
                return min(later, post.nextDue ?? later)
            }
        } catch {
            if !(error is CancellationError) {
                logger.warning("letters of studies not sent", metadata: ["error": "\(error)"])
            }
            return now().addingTimeInterval(Self.patrol)
        }
    }

    /// The outcome is recorded even when the program stops: a database aborts the work of a cancelled task.
    private func record(_ outcome: StudyLetterOutcome, of invitation: Int64) async throws {
        try await Task { [store] in try await store.record(outcome, ofInvitation: invitation) }.value
    }

    /// What an outcome means for a letter.
    func result(of outcome: SendingOutcome, for letter: OutgoingStudyLetter) -> StudyLetterOutcome {
        switch outcome {
        case .sent, .delivered: return .settled(.sent)
        case .refused, .gone: return .settled(.failed)
        case .failed:
            let wait = min(Self.longestWait, Self.firstWait * pow(2, Double(min(letter.attempts, 10))))
            let next = now().addingTimeInterval(wait)
            let end = letter.written.addingTimeInterval(StudyLetter.patience)
            return next < end ? .again(at: next) : .settled(.failed)
        }
    }
}
