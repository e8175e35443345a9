package import Allergens
package import Feeds
package import Foundation
package import Observations

/// Remembers what became of requests, over restarts as well.
package protocol PullLedger: Sendable {
    func pulls(of feed: String) async throws -> [PullRecord]
    func keep(_ record: PullRecord) async throws
    /// Counts a request before it is sent.
    ///
    /// - Returns: `false` when the day has had as many as it may.
    func countCall(of feed: String, on day: CivilDate, limit: Int?) async throws -> Bool
    func calls(of feed: String, on day: CivilDate) async throws -> Int
}

/// Takes in what was fetched.
package protocol FeedIntake: Sendable {
    /// Keeps what a whole answer holds; `asked` is what it is about, for answers that do not say it.
    ///
    /// - Throws: ``UnreadableAnswer`` when it makes no sense; then nothing was kept.
    func take(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> PulledRows
}

/// An answer that makes no sense as a whole.
package struct UnreadableAnswer: Error, Sendable {
    /// Why, in words for the operator; they may quote the answer.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

/// What became of the rows of an answer.
package struct PulledRows: Hashable, Sendable {
    package let rows: Int
    package let accepted: Int
    package let replaced: Int
    package let unchanged: Int
    package let missing: Int
    package let rejected: Int
    /// Those of the accepted and replaced readings that are suspect.
    package let suspect: Int
    /// Those of the rejected whose station nobody knows, which may be known the next time.
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

/// Time and chance, for whoever fetches.
package struct PullClock: Sendable {
    package let now: @Sendable () -> Date
    /// Waits; throws when it is not worth waiting any more.
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
