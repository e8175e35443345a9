package import Foundation

/// Decides when to retry a failed delivery: with exponential backoff and full jitter, for a day.
///
/// Full jitter spreads the retries of many lines over the whole span, so that they do not all hit a
/// recovering receiver at once: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package struct Backoff: Sendable {
    /// The span of the first retry, in seconds; it doubles with each try.
    package static let base: TimeInterval = 10
    /// The longest span: it still leaves several tries in a day.
    package static let cap: TimeInterval = 4 * 3_600
    /// Time after the first try at which retries end.
    package static let patience: TimeInterval = 24 * 3_600
    /// Tries before a delivery is given up, however much time has passed by the clock.
    ///
    /// A clock that jumps ahead by a day parks no channel.
    package static let leastTries = 5

    /// The longest time to the next try.
    ///
    /// - Parameter tries: Tries so far, at least 1.
    /// - Returns: Seconds, at most ``cap``.
    package static func span(after tries: Int) -> TimeInterval {
        min(cap, base * pow(2, Double(min(tries, 32) - 1)))
    }

    /// When to try again.
    ///
    /// - Parameters:
    ///   - tries: Tries so far, at least 1.
    ///   - firstTry: The time of the first try.
    ///   - now: The present.
    ///   - retryAfter: The pause that the receiver asked for.
    ///   - share: A random number from 0 to 1.
    /// - Returns: `nil` when the delivery is given up.
    package static func next(
        after tries: Int, firstTry: Date, now: Date, retryAfter: Duration? = nil, share: Double
    ) -> Date? {
        let end = firstTry.addingTimeInterval(patience)
        guard now < end || tries < leastTries else { return nil }
        // The ledger counts in seconds: a retry within the same second would be no pause.
        let jittered = max(1, span(after: tries) * share)
        let asked = retryAfter.map { TimeInterval($0.components.seconds) } ?? 0
        let wait = max(jittered, asked)
        // The last try is at the very end of the day, not hours before it.
        return now < end ? min(now.addingTimeInterval(wait), end) : now.addingTimeInterval(jittered)
    }
}
