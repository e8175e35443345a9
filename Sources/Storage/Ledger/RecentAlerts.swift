import Alerts
import Synchronization

/// An alert as its lines tell it.
struct ToldAlert: Sendable {
    let alert: Alert
    /// Whether its reporter is named in it and an expert.
    let isExperts: Bool
}

/// The alerts that were read for lines of the ledger a moment ago.
///
/// Streams that come back together ask for the same alerts, each for its own lines. What was read when the ledger had a
/// line already is no older than the line; what was changed or hidden since can be told for a second more.
final class RecentAlerts: Sendable {
    /// How long an alert is told as it was read.
    static let lifetime = Duration.seconds(1)

    private struct Entry {
        let told: ToldAlert
        /// The newest line of the ledger when it was read, or an earlier one.
        let newest: Int64
        let read: ContinuousClock.Instant
    }

    private struct State {
        /// What was read since ``begin``, and in the time before.
        var (new, old): ([Int64: Entry], [Int64: Entry]) = ([:], [:])
        var begin = ContinuousClock.now

        /// Forgets what is too old, all at once.
        mutating func tidy(at now: ContinuousClock.Instant) {
            let age = now - begin
            guard age > lifetime else { return }
            (old, new, begin) = (age > lifetime * 2 ? [:] : new, [:], now)
        }
    }

    private let state = Mutex(State())

    /// Looks up alerts.
    ///
    /// - Parameters:
    ///   - latest: For the number of each alert, the latest line for which it is asked.
    ///   - now: The time.
    /// - Returns: What is known of each, by its number.
    func alerts(_ latest: [Int64: Int64], at now: ContinuousClock.Instant = .now) -> [Int64: ToldAlert] {
        state.withLock { state in
            state.tidy(at: now)
            var known: [Int64: ToldAlert] = [:]
            for (number, line) in latest {
                guard let entry = state.new[number] ?? state.old[number], entry.newest >= line,
                    now - entry.read <= Self.lifetime
                else { continue }
                known[number] = entry.told
            }
            return known
        }
    }

    /// Notes alerts that were read.
    ///
    /// - Parameters:
    ///   - alerts: The alerts by their numbers.
    ///   - newest: The newest line of the ledger when they were read, or an earlier one.
    ///   - now: The time.
    func keep(_ alerts: [Int64: ToldAlert], newest: Int64, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.tidy(at: now)
            for (number, told) in alerts { state.new[number] = Entry(told: told, newest: newest, read: now) }
        }
    }
}
