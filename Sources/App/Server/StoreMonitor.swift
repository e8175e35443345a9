package import Alerts
import Foundation
import Logging
import ServiceLifecycle

/// A store that tells whether it can be used.
package protocol MonitoredStore: Sendable {
    /// What is wrong at the moment; `nil` if the store can write and read.
    var finding: StoreFailure.Finding? { get }
    /// How often each failure was met since the start.
    var failureCounts: [StoreFailure: Int] { get }
    /// The size of the database in bytes.
    var size: Int { get async }
    /// Throws if the store cannot be read.
    func answers() async throws
    /// Throws if the store cannot be written, after an attempt that changes nothing.
    func tryToWrite() async throws
    /// Finds out whether the store can write and read, and ends a failure that is over.
    ///
    /// A healthy store is written to only after a time without a commit.
    func examine(after idle: Duration) async
}

/// Examines the store, so that its health is known even if nobody writes, and lets it go on when a failure is over.
///
/// Each change of the health is logged in one line. When a newer program has taken the tables over, the followers
/// let go of what they hold.
struct StoreMonitor: Service {
    /// The time between two examinations.
    static let interval = Duration.seconds(1)
    /// The time without a commit after which an attempt to write is due.
    ///
    /// It costs one flush, and a balancer that asks `/readyz` every ten seconds hears the truth.
    static let idleTime = Duration.seconds(5)
    /// The time between two examinations of a damaged file, each of which reads the file.
    static let damagedInterval = Duration.seconds(60)

    let store: any MonitoredStore
    let followers: StoreFollowers
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var logged: StoreFailure?
            while !Task.isCancelled {
                let known = store.finding
                tell(known, after: &logged)
                await store.examine(after: Self.idleTime)
                tell(store.finding, after: &logged)
                try? await Task.sleep(for: known?.failure == .damaged ? Self.damagedInterval : Self.interval)
            }
        }
    }

    /// Logs a failure that is new, or the end of the last one.
    private func tell(_ finding: StoreFailure.Finding?, after logged: inout StoreFailure?) {
        guard finding?.failure != logged else { return }
        logged = finding?.failure
        guard let finding else { return logger.notice("the store can write and read again") }
        if finding.failure == .newerSchema { followers.letGo() }
        // A newer version takes over because the operator wants it to.
        logger.log(
            level: finding.failure == .newerSchema ? .warning : .critical, "the store cannot be used",
            metadata: [
                "failure": "\(finding.failure.rawValue)", "reason": "\(finding.reason)",
                "cure": "\(finding.failure.cure)",
            ])
    }
}

extension MonitoredStore {
    /// The metrics of the health: whether the store can be used, and how often it failed in which way.
    var healthExposition: String {
        var lines = ["# TYPE store_usable gauge", "store_usable \(finding == nil ? 1 : 0)"]
        lines.append("# TYPE store_failures_total counter")
        let counts = failureCounts
        lines += StoreFailure.allCases.map {
            "store_failures_total{failure=\"\($0.rawValue)\"} \(counts[$0] ?? 0)"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
