import API
import Foundation
import Logging
import ServiceLifecycle

/// Lets the features prepare what takes long to read, so that no reader waits for it.
struct PreparationService: Service {
    /// A minute, in which those who waited for the start are served first.
    static let delay = Duration.seconds(60)
    /// The time between two rounds: an hour, which is little beside the years that are looked at.
    static let interval = Duration.seconds(3_600)

    let preparations: [@Sendable () async throws -> Void]
    let jobs: JobLedger
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            try? await Task.sleep(for: Self.delay)
            while !Task.isCancelled {
                var succeeded = true
                for prepare in preparations {
                    if !(await attempt(prepare)) { succeeded = false }
                }
                jobs.note(.preparation, succeeded: succeeded, at: Date())
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Whether nothing failed.
    private func attempt(_ prepare: @Sendable () async throws -> Void) async -> Bool {
        do {
            try await prepare()
            return true
        } catch is CancellationError {
            // The service stops.
            return true
        } catch {
            // The first reader reads it, and meets the failure if it lasts.
            logger.warning("nothing prepared for readers", metadata: ["error": "\(error)"])
            return false
        }
    }
}
