import Foundation
import SampleTesting
import Testing

@testable import Delivery

@Suite struct BackoffTests {
    @Test(arguments: [
        (1, 10.0), (2, 20), (3, 40), (6, 320), (11, 10_240), (12, 14_400), (13, 14_400), (400, 14_400),
    ])
    func `the span doubles with each attempt, up to four hours`(tries: Int, seconds: TimeInterval) {
        #expect(Backoff.span(after: tries) == seconds)
    }

    @Test(arguments: [(0.0, 1.0), (0.25, 10), (1, 40)])
    func `an attempt comes anywhere in the span, but not within the same second`(
        share: Double, wait: TimeInterval
    ) {
        let next = Backoff.next(after: 3, firstTry: noon, now: noon, share: share)
        #expect(next == noon.addingTimeInterval(wait))
    }

    @Test func `a receiver that asks for more time gets it`() {
        func next(_ seconds: Int64) -> Date? {
            Backoff.next(after: 1, firstTry: noon, now: noon, retryAfter: .seconds(seconds), share: 1)
        }
        #expect(next(300) == noon.addingTimeInterval(300))
        #expect(next(3) == noon.addingTimeInterval(10))
        #expect(next(900_000) == noon.addingTimeInterval(86_400))
    }

    @Test func `the last attempt is a day after the first`() {
        let evening = noon.addingTimeInterval(86_399)
        let end = noon.addingTimeInterval(86_400)
        #expect(Backoff.next(after: 20, firstTry: noon, now: evening, share: 0.5) == end)
        #expect(Backoff.next(after: 21, firstTry: noon, now: end, share: 0.5) == nil)
    }

    @Test func `a clock that jumps ahead by days does not end the retries after one attempt`() {
        let later = noon.addingTimeInterval(30 * 86_400)
        #expect(
            Backoff.next(after: 4, firstTry: noon, now: later, share: 1) == later.addingTimeInterval(80))
        #expect(Backoff.next(after: 5, firstTry: noon, now: later, share: 1) == nil)
    }
}
