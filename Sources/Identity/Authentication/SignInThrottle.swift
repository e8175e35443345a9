import Foundation
import People
import Synchronization

/// How long to wait after failed sign-ins.
///
/// Three failures of one name from one address cost nothing. Each further failure doubles the wait, from one
/// second to 15 minutes at most. The wait applies to that address only, so a stranger who guesses does not
/// lock out the owner.
///
/// Guessing from many addresses is slowed as well. After 50 failures from anywhere, addresses from which the
/// owner has not signed in within 180 days wait 10 seconds after each failure. The same applies to an address
/// with a hundred failed attempts under any names, unless the owner has signed in from there. A link by mail
/// lets the owner in at any time.
///
/// The counts are stored and survive a restart. Unknown names are counted like all others.
struct SignInThrottle: Sendable {
    /// The number of failures without a wait.
    static let free = 3
    /// The longest wait after a failure from the same address.
    static let longest = Duration.seconds(900)
    /// The number of failures from anywhere after which unknown addresses wait.
    static let crowd = 50
    static let crowdWait = Duration.seconds(10)

    /// The number of failures from one address, under any names, after which names new to it wait.
    static let sweep = 100
    /// The most attempts in flight from one address, which leaves room for others at the hasher.
    static let share = 25

    /// What is known before an attempt.
    struct Past: Sendable {
        /// The name's failures from this address.
        var pair: SignInRecord?
        /// The name's failures from anywhere.
        var name: SignInRecord?
        /// The address's failures, under any names.
        var address: SignInRecord?
    }

    /// How long an attempt has to wait from `now` on; zero if it need not.
    static func wait(_ past: Past, at now: Date) -> Duration {
        let own = rest(of: past.pair, after: delay(afterFailures: past.pair?.failures ?? 0), at: now)
        let success = past.pair?.lastSuccess
        if let success, now.timeIntervalSince(success) < SignInRecord.acquaintance { return own }
        let crowded = (past.name?.failures ?? 0) >= crowd
        let swept = (past.address?.failures ?? 0) >= sweep
        return max(
            own, crowded ? rest(of: past.name, after: crowdWait, at: now) : .zero,
            swept ? rest(of: past.address, after: crowdWait, at: now) : .zero)
    }

    static func delay(afterFailures failures: Int) -> Duration {
        guard failures >= free else { return .zero }
        return min(longest, .seconds(1 << min(failures - free, 20)))
    }

    /// Whether to suggest resetting the password.
    static func suggestsReset(_ pair: SignInRecord?, at now: Date) -> Bool {
        guard let pair, now.timeIntervalSince(pair.lastFailure) < SignInRecord.memory else { return false }
        return pair.failures >= free
    }

    private static func rest(of record: SignInRecord?, after delay: Duration, at now: Date) -> Duration {
        guard let record else { return .zero }
        let passed = now.timeIntervalSince(record.lastFailure)
        // A clock that was set back must not lock anybody out for longer than the delay.
        guard passed < SignInRecord.memory else { return .zero }
        return max(.zero, delay - .seconds(max(0, passed)))
    }
}

/// Counts the attempts in flight, so that a burst cannot pass before its first failure is counted.
final class AttemptsUnderWay: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Begins an attempt unless `limit` of the same kind are in flight.
    ///
    /// The first is always allowed.
    func begin(_ who: String, atMost limit: Int) -> Bool {
        counts.withLock { counts in
            let running = counts[who] ?? 0
            guard running == 0 || running < limit else { return false }
            counts[who] = running + 1
            return true
        }
    }

    /// Begins an attempt by a name, unless the attempts in flight could exceed the allowed failures.
    func begin(_ names: SignInNames, after past: SignInThrottle.Past) -> Bool {
        guard begin(names.pair, atMost: SignInThrottle.free - (past.pair?.failures ?? 0)) else {
            return false
        }
        let left = SignInThrottle.sweep - (past.address?.failures ?? 0)
        if begin(names.address, atMost: min(SignInThrottle.share, left)) { return true }
        end(names.pair)
        return false
    }

    func end(_ names: SignInNames) {
        end(names.pair)
        end(names.address)
    }

    private func end(_ who: String) {
        counts.withLock { counts in
            let running = (counts[who] ?? 1) - 1
            counts[who] = running == 0 ? nil : running
        }
    }
}
