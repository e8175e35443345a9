package import Foundation
import Synchronization

/// Keeps users from sending messages over and over, to themselves or to strangers.
///
/// It counts in memory, and starts again with the process.
package final class SendingQuota: Sendable {
    /// Names that are counted at once; when one span has more, no other names are allowed.
    private static let capacity = 100_000

    private struct Count {
        let began: Date
        var sent: Int
    }

    private let limit: Int
    private let span: TimeInterval
    private let counts = Mutex<[String: Count]>([:])

    /// Allows `limit` messages for each name within `span` seconds of the first.
    package init(limit: Int, span: TimeInterval) {
        self.limit = limit
        self.span = span
    }

    /// Counts a message, or returns how long to wait until the next one is allowed.
    package func take(for name: String, at now: Date) -> Duration? {
        counts.withLock { counts in
            // A clock that went back starts a new span, too.
            let known = counts[name].flatMap { isOver($0, at: now) ? nil : $0 }
            if let known, known.sent >= limit {
                return .seconds(max(1, span - now.timeIntervalSince(known.began)))
            }
            if counts.count >= Self.capacity { counts = counts.filter { !isOver($0.value, at: now) } }
            guard counts.count < Self.capacity || known != nil else { return .seconds(span) }
            counts[name] = Count(began: known?.began ?? now, sent: (known?.sent ?? 0) + 1)
            return nil
        }
    }

    private func isOver(_ count: Count, at now: Date) -> Bool {
        !(0..<span).contains(now.timeIntervalSince(count.began))
    }
}
