import Foundation
import People
import Synchronization

/// What is done after an answer, so that the time of the answer tells nothing of it.
final class DeferredTasks: Sendable {
    /// Errands that wait at most; who comes later is asked to come again.
    static let capacity = 1_000
    /// Errands that are done at once.
    private static let concurrency = 4
    /// The pauses before a mail is tried again that the gateway has not taken.
    private static let pauses = [Duration.seconds(2), .seconds(15), .seconds(120)]

    typealias DeferredTask = @Sendable () async throws -> Void

    private let post: (any AccountMailing)?
    private let queue: AsyncStream<DeferredTask>
    private let entry: AsyncStream<DeferredTask>.Continuation

    init(post: (any AccountMailing)?) {
        self.post = post
        (queue, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    var hasPost: Bool { post != nil }

    /// Takes an errand; it is done soon.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)`` when too many wait.
    func take(_ errand: @escaping DeferredTask) throws {
        if case .enqueued = entry.yield(errand) { return }
        throw AccountRefusal.busy(wait: .seconds(60))
    }

    func close() { entry.finish() }

    func work() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await errand in queue {
                if running == Self.concurrency {
                    await group.next()
                    running -= 1
                }
                // Whoever asked has had the answer, and asks again when nothing comes.
                group.addTask { try? await errand() }
                running += 1
            }
        }
    }

    /// Sends a mail, several times when need be.
    func send(_ note: AccountNote, to address: String, in language: Language) async {
        guard let post else { return }
        if await post.send(note, to: address, in: language) { return }
        for pause in Self.pauses {
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            if await post.send(note, to: address, in: language) { return }
        }
    }
}
