package import Foundation

/// When to try again what did not work: exponentially later, with full jitter, for a day.
///
/// Full jitter spreads the tries of many lines over the whole span, so that a receiver that comes back is not met by
/// all of them at once: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package struct Backoff: Sendable {
    /// The span of the first repetition, in seconds; it doubles with each try.
    package static let base: TimeInterval = 10
    /// The longest span: within a day there are still several tries.
    package static let cap: TimeInterval = 4 * 3_600
    /// After this much time since the first try there is no other.
    package static let patience: TimeInterval = 24 * 3_600
    /// Tries before something is given up, however much time the clock says has gone by: a clock that jumps ahead by a
    /// day parks nobody.
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
    ///   - firstTry: When the first one was.
    ///   - now: The present.
    ///   - retryAfter: How long the receiver asked to be left alone.
    ///   - share: A random number from 0 to 1.
    /// - Returns: `nil` when it is given up.
    package static func next(
        after tries: Int, firstTry: Date, now: Date, retryAfter: Duration? = nil, share: Double
    ) -> Date? {
        let end = firstTry.addingTimeInterval(patience)
        guard now < end || tries < leastTries else { return nil }
        // The ledger counts in seconds: a repetition within the same second would be no pause.
        let jittered = max(1, span(after: tries) * share)
        let asked = retryAfter.map { TimeInterval($0.components.seconds) } ?? 0
        let wait = max(jittered, asked)
        // The last try is at the very end of the day, and not hours before it.
        return now < end ? min(now.addingTimeInterval(wait), end) : now.addingTimeInterval(jittered)
    }
}
