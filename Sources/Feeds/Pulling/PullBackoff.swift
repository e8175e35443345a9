package import Foundation

/// When to ask again for what did not come: exponentially later, with full jitter.
///
/// Providers are asked more patiently than receivers of messages are told: nobody waits for a pollen count that is a
/// minute younger.
package enum PullBackoff {
    /// The span of the first repetition, in seconds; it doubles with each failure.
    static let base: TimeInterval = 120
    /// The longest span: within a day there are still several tries.
    static let cap: TimeInterval = 4 * 3_600
    /// The shortest pause, however small the random number.
    static let least: TimeInterval = 30

    /// How long to wait.
    ///
    /// - Parameters:
    ///   - failures: Failures since the last success, at least 1.
    ///   - retryAfter: How long the provider asked to be left alone; it is never asked earlier.
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
