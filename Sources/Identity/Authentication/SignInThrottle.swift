import Foundation
import People
import Synchronization

/// How long to wait after failures to sign in.
///
/// Three failures of one name from one address cost nothing; each further one doubles the wait, from one second to 15
/// minutes at most. It counts for that address only, so that a stranger who guesses does not lock out the owner. Whoever
/// guesses from many addresses is slowed, too: after 50 failures from anywhere, addresses from which the owner has not
/// signed in within 180 days wait 10 seconds after each failure. So does an address from which a hundred attempts have
/// failed, whatever the names, unless the owner has signed in from there. A link by mail lets the owner in at any time.
///
/// The counts are kept, and so survive a new start. Names that nobody has are counted like all others.
struct SignInThrottle: Sendable {
    /// Failures that cost nothing.
    static let free = 3
    /// The longest wait after a failure from the same address.
    static let longest = Duration.seconds(900)
    /// Failures from anywhere after which unknown addresses wait.
    static let crowd = 50
    static let crowdWait = Duration.seconds(10)

    /// Failures from one address, of whatever names, after which names that are new to it wait.
    static let sweep = 100
    /// Attempts of one address that are under way at once at most, so that it leaves room for others at the hasher.
    static let share = 25

    /// What is known of an attempt before it is made.
    struct Past: Sendable {
        /// The failures of the name from the address.
        var pair: SignInRecord?
        /// The failures of the name from anywhere.
        var name: SignInRecord?
        /// The failures from the address, of whatever names.
        var address: SignInRecord?
    }

    /// How long an attempt has to wait from `now` on; zero when it need not.
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

    /// Whether it is time to say that a password can be chosen anew.
    static func suggestsReset(_ pair: SignInRecord?, at now: Date) -> Bool {
        guard let pair, now.timeIntervalSince(pair.lastFailure) < SignInRecord.memory else { return false }
        return pair.failures >= free
    }

    private static func rest(of record: SignInRecord?, after delay: Duration, at now: Date) -> Duration {
        guard let record else { return .zero }
        let passed = now.timeIntervalSince(record.lastFailure)
        // A clock that went back must not lock anybody out for longer than the delay.
        guard passed < SignInRecord.memory else { return .zero }
        return max(.zero, delay - .seconds(max(0, passed)))
    }
}

/// Attempts that are under way: a burst of them must not pass before the first failure is counted.
final class AttemptsUnderWay: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Lets an attempt begin unless `limit` of the same kind are under way; the first always may.
    func begin(_ who: String, atMost limit: Int) -> Bool {
        counts.withLock { counts in
            let running = counts[who] ?? 0
            guard running == 0 || running < limit else { return false }
            counts[who] = running + 1
            return true
        }
    }

    /// Lets an attempt by a name begin that those under way cannot make one failure too many.
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
