import API
import Alerting
import Alerts
import Foundation
import Geography
import Logging
import People
import ServiceLifecycle
import Storage

/// Connects the routes to reports.
struct ReportPort: ReportIntake, ModerationDesk {
    let network: Network
    let now: @Sendable () -> Date

    func take(_ report: Report) async throws -> Alert { try await network.take(report, at: now()) }

    func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?
    ) async throws -> (alert: Alert, isNew: Bool) {
        try await network.changeReports {
            try await $0.confirm(alert, by: account, from: position, at: now())
        }
    }

    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) async throws {
        try await network.changeReports {
            try await $0.retractConfirmation(of: alert, by: account, at: now())
        }
    }

    func withdraw(_ alert: Alert.ID, by account: Account.ID) async throws {
        try await network.changeReports { try await $0.withdraw(alert, by: account, at: now()) }
    }

    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason) async throws {
        try await network.changeReports { try await $0.flag(alert, by: account, as: reason, at: now()) }
    }

    func moderatedAlerts(after last: Int64, limit: Int) async throws -> [ModeratedAlert] {
        try await network.store.moderatedAlerts(after: last, limit: limit, at: now())
    }

    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by moderator: Account.ID) async throws {
        try await network.changeReports {
            try await $0.setHidden(isHidden, alert, by: .moderator(moderator), at: now())
        }
    }
}

/// Announces reports that joined an alert as soon as there are any.
struct ReportNotificationService: Service {
    /// The pause after a failure before the next attempt.
    private static let pause = Duration.seconds(5)

    let network: Network
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in network.reports.signals {
                do {
                    try await network.reports.tellUntold(now: now)
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("reports not told", metadata: ["error": "\(error)"])
                    guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
                    network.reports.lookAgain()
                }
            }
        }
    }
}
