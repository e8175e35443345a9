import Alerts
import Logging
import People
import SampleTesting
import Synchronization
import Testing

@testable import Server

@Suite struct ContactMailServiceTests {
    private struct Away: Error {}

    /// A queue without messages that cannot be read at first.
    private final class FailingQueue: ContactMessageQueue {
        private let looks = Mutex(0)
        let read = AsyncStream.makeStream(of: Void.self)

        func waitingMessages(limit: Int) async throws -> [ContactMessage] {
            let isFirst = looks.withLock { looks in
                looks += 1
                return looks == 1
            }
            if isFirst { throw Away() }
            read.continuation.yield()
            return []
        }

        func noteMailed(_ message: ContactMessage.ID) async throws {}
    }

    @Test func `messages that could not be read are looked for again, without a new one`() async throws {
        let queue = FailingQueue()
        let service = ContactMailService(
            store: queue, wakeSignal: WakeSignal(), pause: .zero, logger: Logger(label: "test")
        ) { _ in true }
        let running = Task { try await service.run() }
        let isRead = try await unlessItHangs("nobody looked again") {
            await queue.read.stream.first { _ in true } != nil
        }
        #expect(isRead)
        running.cancel()
        try await running.value
    }

    @Test func `a message waits a minute at most after the storage is back`() {
        #expect(ContactMailService.patience <= .seconds(60))
    }
}
