import Foundation
import Logging
import Metrics
import People
import ServiceLifecycle
import Storage

/// Removes what has been kept for as long as it may be.
struct RetentionService: Service {
    /// How late something may go: an hour beside periods of months.
    static let interval = Duration.seconds(3_600)

    let store: SQLiteStore
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await forget()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func forget() async {
        do {
            for (kind, count) in try await store.forgetExpired(at: now()) {
                Counter(label: "records_expired_total", dimensions: [("kind", kind.rawValue)]).increment(
                    by: count)
                logger.info(
                    "removed what may not be kept any longer",
                    metadata: ["kind": "\(kind.rawValue)", "count": "\(count)"])
            }
        } catch {
            // The database may be locked by an import; the next look finds the same.
            logger.warning("old records not removed", metadata: ["error": "\(error)"])
        }
    }
}
