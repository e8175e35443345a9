import Alerts
import SampleTesting
import Testing

@Suite struct WakeSignalTests {
    private let signal = WakeSignal()

    @Test func `signals before anybody listens are one for the first who does`() async {
        signal.wake()
        signal.wake()
        let first = signal.listen()
        // The next listener ends the stream of the first.
        let second = signal.listen()
        var count = 0
        for await _ in first { count += 1 }
        #expect(count == 1)
        signal.wake()
        var signals = second.makeAsyncIterator()
        #expect(await signals.next() != nil)
    }

    @Test func `a signal after a listener was cancelled waits for the next`() async throws {
        let former = signal.listen()
        let listening = Task { for await _ in former {} }
        listening.cancel()
        await listening.value
        signal.wake()
        let next = signal.listen()
        try await unlessItHangs("the signal was lost") {
            var signals = next.makeAsyncIterator()
            _ = await signals.next()
        }
    }
}
