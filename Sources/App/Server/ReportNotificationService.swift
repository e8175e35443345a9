import Alerting
import Alerts
import Foundation
import Logging
import ServiceLifecycle

/// Announces reports that joined an alert as soon as there are any.
struct ReportNotificationService: Service {
    /// The pause after a failure before the next attempt.
    private static let pause = Duration.seconds(5)

    let reports: ReportService
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Another node may have ended before it announced them.
            reports.lookAgain()
            for await _ in reports.wakeSignal.listen() {
                do {
                    try await reports.announceReports(now: now)
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("reports not told", metadata: ["error": "\(error)"])
                    guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
                    reports.lookAgain()
                }
            }
        }
    }
}
