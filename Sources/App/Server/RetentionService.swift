import Foundation
import Logging
import Metrics
import People
import ServiceLifecycle
import Storage

/// Removes records at the end of their retention period.
struct RetentionService: Service {
    /// The longest delay of a removal: an hour, which is little compared with periods of months.
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
        } catch is CancellationError {
            // The service stops, and the first run after its start finds the same records.
        } catch {
            // An import may have locked the database. The next run finds the same records.
            logger.warning("old records not removed", metadata: ["error": "\(error)"])
        }
    }
}
