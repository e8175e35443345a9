package import Foundation

/// When to retry after a failure: exponential backoff with full jitter.
///
/// The waits are longer than those for delivering messages, because nobody needs a pollen count that is a
/// minute younger.
package enum PullBackoff {
    /// The range of the first wait, in seconds.
    ///
    /// It doubles with each failure.
    static let base: TimeInterval = 120
    /// The longest range, which still allows several attempts a day.
    static let cap: TimeInterval = 4 * 3_600
    /// The shortest wait, whatever the random number.
    static let least: TimeInterval = 30

    /// Returns how long to wait.
    ///
    /// - Parameters:
    ///   - failures: Failures since the last success, at least 1.
    ///   - retryAfter: The wait that the provider asked for. No retry is sent earlier.
    ///   - share: A random number from 0 to 1.
    /// - Returns: Seconds.
    package static func wait(
        after failures: Int, retryAfter: Duration? = nil, share: Double
    ) -> TimeInterval {
        let span = min(cap, base * pow(2, Double(min(failures, 32) - 1)))
        let asked = retryAfter.map { TimeInterval($0.components.seconds) } ?? 0
        return max(asked, least, span * share)
    }
}
