/// How often, and after which pauses, something is tried again.
///
/// Pauses are drawn at random between nothing and a bound that doubles ("full jitter"; Brooker, *Exponential
/// Backoff and Jitter*, AWS Architecture Blog, 2015): those who collided once do not come back at the same
/// moment.
package struct RetryPolicy: Hashable, Sendable {
    /// How often it is tried in all, at least once.
    package let attempts: Int
    /// The bound of the first pause.
    package let base: Duration
    /// The bound of all pauses.
    package let limit: Duration

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - attempts: With eight, a hundred writers of one row all succeed in practice.
    ///   - base: About as long as a transaction takes.
    ///   - limit: What a person hardly notices.
    package init(attempts: Int = 8, base: Duration = .milliseconds(5), limit: Duration = .milliseconds(250)) {
        self.attempts = attempts
        self.base = base
        self.limit = limit
    }

    /// Pauses between attempts to connect, which end with the caller's patience.
    static let connecting = RetryPolicy(attempts: .max, base: .milliseconds(50), limit: .milliseconds(500))

    /// Whether it is tried again after so many attempts, when the last one ended with this error.
    func allows(_ attempt: Int, after error: PostgreSQLError, readOnly: Bool) -> Bool {
        guard attempt < attempts else { return false }
        if case .readOnly = error { return !readOnly }
        return error.isConflict
    }

    func pause(after attempt: Int) -> Duration {
        .microseconds(Int64.random(in: 0...bound(after: attempt).milliseconds * 1000))
    }

    /// The bound of the pause after so many attempts, from 1.
    func bound(after attempt: Int) -> Duration { min(limit, base * (1 << min(attempt - 1, 16))) }
}
