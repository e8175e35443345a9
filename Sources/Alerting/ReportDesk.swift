package import Allergens
package import Foundation
import Geography

/// Takes in what people report, and tells those whom it concerns.
package struct ReportDesk: Sendable {
    private let archive: any AlertArchive
    private let watcher: any LedgerWatcher

    package init(archive: any AlertArchive, watcher: any LedgerWatcher) {
        self.archive = archive
        self.watcher = watcher
    }

    /// How long a report stands, in seconds: half a day, after which the air has changed.
    private static let lifetime: TimeInterval = 12 * 3_600

    /// Keeps a report and alerts every other account with a fence that holds its place and watches one of its
    /// allergens; a report that names none concerns every fence that wants reports.
    ///
    /// - Returns: The alert that it became.
    package func take(_ report: Report, at now: Date) async throws -> Alert {
        let alert = Alert(
            kind: .user, allergens: report.allergens, level: nil,
            publicPosition: report.position.snapped(toGridOf: Report.publicGrid), sent: now,
            expires: now.addingTimeInterval(Self.lifetime),
            testimony: Alert.Testimony(
                reports: 1, confirmations: 0, reporter: "", symptoms: report.symptoms, comment: report.comment
            ))
        return try await archive.write { transaction in
            try transaction.add(alert)
            try transaction.keep(report, in: alert.id, at: now)
            try transaction.tell(of: alert, at: report.position, except: report.account, now: now)
            return alert
        } committed: { [watcher] _ in
            watcher.ledgerGrew()
        }
    }
}
