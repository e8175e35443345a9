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
    func take(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> PulledRows
}

/// A response that makes no sense as a whole.
package struct UnreadableAnswer: Error, Sendable {
    /// The reason, in words for the operator.
    ///
    /// It may quote the response.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

/// The outcome of a response's rows.
package struct PulledRows: Hashable, Sendable {
    /// The number of rows read.
    package let rows: Int
    package let accepted: Int
    /// The number of values that replaced different ones.
    package let replaced: Int
    /// The number of values that were stored already.
    package let unchanged: Int
    /// The number of empty values.
    package let missing: Int
    package let rejected: Int
    /// The number of suspect readings among those accepted and replaced.
    package let suspect: Int
    /// The number of rejected rows with an unknown station, which may be known the next time.
    package let ofUnknownStations: Int

    package init(
        rows: Int, accepted: Int, replaced: Int, unchanged: Int, missing: Int, rejected: Int,
        suspect: Int = 0, ofUnknownStations: Int = 0
    ) {
        (self.rows, self.accepted, self.replaced) = (rows, accepted, replaced)
        (self.unchanged, self.missing, self.rejected) = (unchanged, missing, rejected)
        (self.suspect, self.ofUnknownStations) = (suspect, ofUnknownStations)
    }
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
