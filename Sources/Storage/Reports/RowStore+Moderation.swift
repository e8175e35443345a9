package import Alerts
import Allergens
package import Foundation
import People
import Sealing

extension RowStore {
    /// The alerts that a moderator should look at, oldest first: with numbers above `last`, at most `limit`.
    ///
    /// These are the alerts with flags that no moderator has looked at, and the hidden ones that would
    /// otherwise be in force.
    package func moderatedAlerts(
        after last: Int64, limit: Int, at now: Date
    ) async throws -> [ModeratedAlert] {
        try await readRows { [taxonomy, keys] runner in
            let rows = try runner.rows(
                """
                SELECT alert.number, alert.hidden, \(AlertRow.columns)
                FROM (SELECT alert AS number FROM flag WHERE settled IS NULL AND alert > \(last)
                    UNION SELECT number FROM alert
                        WHERE hidden IS NOT NULL AND expires > \(now.stored) AND number > \(last)
                    ORDER BY number LIMIT \(limit)) AS wanted
                JOIN alert ON alert.number = wanted.number
                \(AlertRow.joins)
                ORDER BY alert.number
                """)
            return try rows.map { row in
                let number: Int64 = try row["number"]
                return ModeratedAlert(
                    number: number, alert: try Alert(row: row, taxonomy: taxonomy, keys),
                    hidden: (try row["hidden"] as Int64?).map(Date.init(stored:)),
                    flags: try runner.flags(of: number),
                    strengths: try runner.strengths(of: number, keys),
                    comments: try runner.comments(of: number, keys),
                    decisions: try runner.decisions(on: number))
            }
        }
    }

    /// The decisions about alerts with numbers below `last`, latest first, at most `limit`.
    package func moderationEntries(before last: Int64, limit: Int) async throws -> [ModerationEntry] {
        try await readRows { [taxonomy, keys] runner in
            let rows = try runner.rows(
                """
                SELECT moderation.number AS decision, moderation.alert,
                    CASE WHEN moderation.takenBack IS NULL AND NOT EXISTS (
                        SELECT 1 FROM moderation AS later
                        WHERE later.alert = moderation.alert AND later.number > moderation.number
                            AND later.takenBack IS NULL) THEN moderation.account END AS revoker,
                    \(ModerationRow.decision)
                FROM moderation LEFT JOIN account ON account.id = moderation.account
                WHERE moderation.number < \(last) ORDER BY moderation.number DESC LIMIT \(limit)
                """)
            return try rows.map { row in
                let alert = try runner.alert(numbered: row["alert"], taxonomy: taxonomy, keys)
                return ModerationEntry(
                    number: try row["decision"], alert: alert,
                    decision: try ModeratedAlert.Decision(row: row),
                    revoker: (try row["revoker"] as Int64?).map(Account.ID.init(rawValue:)))
            }
        }
    }
}

/// The columns from which a decision about an alert is read.
private enum ModerationRow {
    static let decision: Query = """
        moderation.isHidden, moderation.created, moderation.takenBack,
        CASE actor WHEN 'moderator' THEN coalesce(account.name, '') ELSE actor END AS actor
        """
}

extension QueryRunner {
    fileprivate func flags(of alert: Int64) throws -> [FlagReason: Int] {
        let found = try rows(
            """
            SELECT reason, count(*) AS flags FROM flag WHERE alert = \(alert) AND settled IS NULL GROUP BY reason
            """)
        return try found.reduce(into: [:]) { flags, row in
            if let reason = FlagReason(rawValue: try row["reason"]) { flags[reason] = try row["flags"] }
        }
    }

    /// How strong the symptoms are in the latest hundred reports, as their number for each strength.
    fileprivate func strengths(of alert: Int64, _ keys: KeyRing) throws -> [SymptomStrength: Int] {
        try rows(
            """
            SELECT alert AS alertNumber, account, sealed FROM report
            WHERE alert = \(alert) AND sealed IS NOT NULL ORDER BY sent DESC LIMIT 100
            """
        ).compactMap { try ReportDetails(row: $0, keys).strength }.reduce(into: [:]) {
            $0[$1, default: 0] += 1
        }
    }

    /// The latest hundred comments: more than a moderator reads.
    fileprivate func comments(of alert: Int64, _ keys: KeyRing) throws -> [ModeratedAlert.Comment] {
        try rows(
            """
            SELECT account.name, report.alert AS alertNumber, report.account, report.sealed
            FROM report JOIN account ON account.id = report.account
            WHERE report.alert = \(alert) AND report.hasComment = 1
            ORDER BY report.sent DESC LIMIT 100
            """
        ).map { row in
            ModeratedAlert.Comment(
                reporter: try row["name"], text: try ReportDetails(row: row, keys).comment ?? "")
        }
    }

    fileprivate func decisions(on alert: Int64) throws -> [ModeratedAlert.Decision] {
        try rows(
            """
            SELECT \(ModerationRow.decision) FROM moderation LEFT JOIN account ON account.id = moderation.account
            WHERE moderation.alert = \(alert) ORDER BY moderation.number
            """
        ).map(ModeratedAlert.Decision.init)
    }
}

extension ModeratedAlert.Decision {
    fileprivate init(row: QueryRow) throws {
        self.init(
            isHidden: try row["isHidden"], actor: try row["actor"], time: Date(stored: try row["created"]),
            takenBack: (try row["takenBack"] as Int64?).map(Date.init(stored:)))
    }
}
