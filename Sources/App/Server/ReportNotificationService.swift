import Alerting
import Alerts
import Foundation
import Logging
import ServiceLifecycle

/// Announces reports that joined an alert as soon as there are any.
struct ReportNotificationService: Service {
    /// The pause after a failure before the next attempt.
    private static let pause = Duration.seconds(5)
    /// How often it looks without a signal: reports also come to other nodes, which signal nothing here.
    private static let patrol = Duration.seconds(2)

    let reports: ReportService
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    while !Task.isCancelled {
                        reports.lookAgain()
                        try? await Task.sleep(for: Self.patrol)
                    }
                }
                group.addTask { await announce() }
                await group.waitForAll()
            }
        }
    }

    private func announce() async {
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
