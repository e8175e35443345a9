import API
package import Foundation
import Logging
import Metrics
package import People
import ServiceLifecycle

/// The records that may be kept for a time only.
package protocol RetentionStore: Sendable {
    /// Deletes what has been stored for longer than `Retention` allows.
    ///
    /// - Returns: The number of deleted records of each kind.
    func forgetExpired(at now: Date) async throws -> [Retention: Int]
    /// Sums the trips that ended more than a month ago.
    ///
    /// - Returns: How many trips became parts of sums.
    func sumTrips(at now: Date) async throws -> Int
    /// Publishes the results of studies whose time has come.
    ///
    /// - Returns: How many were published.
    func releaseResults(at now: Date) async throws -> Int
}

/// Removes records at the end of their retention period, sums old trips, and publishes results of studies.
struct RetentionService: Service {
    /// The longest delay of a removal: an hour, which is little compared with periods of months.
    static let interval = Duration.seconds(3_600)

    let store: any RetentionStore
    let jobs: JobLedger
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let outcomes = [await forget(), await sumTrips(), await releaseResults()]
                jobs.note(.retention, succeeded: !outcomes.contains(false), at: now())
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func sumTrips() async -> Bool {
        await tell("summed old trips", orElse: "old trips not summed") { try await store.sumTrips(at: now()) }
    }

    private func releaseResults() async -> Bool {
        await tell("published results of studies", orElse: "results of studies not published") {
            try await store.releaseResults(at: now())
        }
    }

    /// Does an act, and logs how much it did, or why it failed.
    ///
    /// - Returns: `false` if it failed.
    private func tell(
        _ done: Logger.Message, orElse failed: Logger.Message, _ act: () async throws -> Int
    ) async -> Bool {
        do {
            let count = try await act()
            if count > 0 { logger.info(done, metadata: ["count": "\(count)"]) }
            return true
        } catch is CancellationError {
            // The service stops, and the first run after its start finds the same to do.
            return true
        } catch {
            // An import may have locked the database. The next run finds the same to do.
            logger.warning(failed, metadata: ["error": "\(error)"])
            return false
        }
    }

    private func forget() async -> Bool {
        do {
            for (kind, count) in try await store.forgetExpired(at: now()) {
                Counter(label: "records_expired_total", dimensions: [("kind", kind.rawValue)]).increment(
                    by: count)
                logger.info(
                    "removed what may not be kept any longer",
                    metadata: ["kind": "\(kind.rawValue)", "count": "\(count)"])
            }
            return true
        } catch is CancellationError {
            // The service stops, and the first run after its start finds the same records.
            return true
        } catch {
            // An import may have locked the database. The next run finds the same records.
            logger.warning("old records not removed", metadata: ["error": "\(error)"])
            return false
        }
    }
}
