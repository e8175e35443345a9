import Foundation
import People
import Synchronization

/// Runs tasks after the response is sent, so that response times reveal nothing about their outcome.
final class DeferredTasks: Sendable {
    /// The most tasks that may wait.
    ///
    /// Later callers are asked to retry.
    static let capacity = 1_000
    /// The number of tasks that run at the same time.
    private static let concurrency = 4
    /// The pauses between attempts to send a mail that the gateway has not accepted.
    private static let pauses = [Duration.seconds(2), .seconds(15), .seconds(120)]

    typealias DeferredTask = @Sendable () async throws -> Void

    private let mailing: (any AccountMailing)?
    private let queue: AsyncStream<DeferredTask>
    private let entry: AsyncStream<DeferredTask>.Continuation

    init(mailing: (any AccountMailing)?) {
        self.mailing = mailing
        (queue, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    var canMail: Bool { mailing != nil }

    /// Queues a task to run soon.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)`` if too many tasks are waiting.
    func enqueue(_ task: @escaping DeferredTask) throws {
        if case .enqueued = entry.yield(task) { return }
        throw AccountRefusal.busy(wait: .seconds(60))
    }

    func close() { entry.finish() }

    func work() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await task in queue {
                if running == Self.concurrency {
                    await group.next()
                    running -= 1
                }
                // The client already has its response, and asks again if nothing happens.
                group.addTask { try? await task() }
                running += 1
            }
        }
    }

    /// Sends a mail, with retries.
    func send(_ note: AccountNote, to address: String, in language: Language) async {
        guard let mailing else { return }
        if await mailing.send(note, to: address, in: language) { return }
        for pause in Self.pauses {
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            if await mailing.send(note, to: address, in: language) { return }
        }
    }
}
