package import Allergens
package import Feeds
package import Foundation
package import Observations

/// Stores the outcomes of requests across restarts.
package protocol PullLedger: Sendable {
    /// The records of a feed's targets.
    func pulls(of feed: String) async throws -> [PullRecord]
    /// Stores the record of a target in place of an earlier one.
    func keep(_ record: PullRecord) async throws
    /// Counts a request before it is sent.
    ///
    /// - Returns: `false` if the daily limit is reached.
    func countCall(of feed: String, on day: CivilDate, limit: Int?) async throws -> Bool
    /// The number of requests that a feed has sent on a day.
    func calls(of feed: String, on day: CivilDate) async throws -> Int
}

/// Stores the data of fetched files.
package protocol FeedIntake: Sendable {
    /// Stores the contents of a complete response.
    ///
    /// `asked` is the place of the request, for responses that do not name it.
    ///
    /// - Throws: ``UnreadableAnswer`` if the response makes no sense. Then nothing was stored.
    func store(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> IntakeTally
}

/// A response that makes no sense as a whole.
package struct UnreadableAnswer: Error, Sendable {
    /// The reason, in words for the operator.
    ///
    /// It may quote the response.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

/// The sources of time and randomness for pulling.
package struct PullClock: Sendable {
    /// The current time.
    package let now: @Sendable () -> Date
    /// Sleeps for a duration.
    ///
    /// Throws if the wait is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void
    /// A random number from 0 to 1.
    package let share: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Date = Date.init,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        share: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        (self.now, self.sleep, self.share) = (now, sleep, share)
    }
}
