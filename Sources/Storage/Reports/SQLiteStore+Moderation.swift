package import Alerts
import Allergens
package import Foundation
import GRDB
import People

extension SQLiteStore {
    /// The alerts that a moderator should look at, oldest first: with numbers above `last`, at most `limit`.
    ///
    /// These are the alerts with flags that no moderator has looked at, and the hidden ones that would
    /// otherwise be in force.
    package func moderatedAlerts(
        after last: Int64, limit: Int, at now: Date
    ) async throws -> [ModeratedAlert] {
        try await pool.read { [taxonomy] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT alert.number, alert.hidden, \(AlertRow.columns)
                    FROM (SELECT alert AS number FROM flag WHERE settled IS NULL AND alert > \(last)
                        UNION SELECT number FROM alert
                            WHERE hidden IS NOT NULL AND expires > \(now.stored) AND number > \(last)
                        ORDER BY number LIMIT \(limit)) AS wanted
                    JOIN alert ON alert.number = wanted.number
                    \(AlertRow.joins)
                    ORDER BY alert.number
                    """
            ).fetchAll(database)
            return try rows.map { row in
                let number: Int64 = row["number"]
                return ModeratedAlert(
                    number: number, alert: try Alert(row: row, taxonomy: taxonomy),
                    hidden: (row["hidden"] as Int64?).map(Date.init(stored:)),
                    flags: try Self.flags(of: number, in: database),
                    strengths: try Self.strengths(of: number, in: database),
                    comments: try Self.comments(of: number, in: database),
                    decisions: try Self.decisions(on: number, in: database))
            }
        }
    }

    private static func flags(of alert: Int64, in database: Database) throws -> [FlagReason: Int] {
        let rows = try Row.fetchAll(
            database,
            sql:
                "SELECT reason, count(*) AS flags FROM flag WHERE alert = ? AND settled IS NULL GROUP BY reason",
            arguments: [alert])
        return rows.reduce(into: [:]) { flags, row in
            if let reason = FlagReason(rawValue: row["reason"]) { flags[reason] = row["flags"] }
        }
    }

    /// How strong the symptoms are in the latest hundred reports, as their number for each strength.
    private static func strengths(
        of alert: Int64, in database: Database
    ) throws -> [SymptomStrength: Int] {
        let names = try String?.fetchAll(
            database,
            sql: """
                SELECT reportStrength(alert, account, sealed) FROM report
                WHERE alert = ? AND sealed IS NOT NULL ORDER BY sent DESC LIMIT 100
                """, arguments: [alert])
        return names.compactMap { $0.flatMap(SymptomStrength.init(rawValue:)) }
            .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The latest hundred comments: more than a moderator reads.
    private static func comments(
        of alert: Int64, in database: Database
    ) throws -> [ModeratedAlert.Comment] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT account.name, reportComment(report.alert, report.account, report.sealed) AS comment
                FROM report JOIN account ON account.id = report.account
                WHERE report.alert = ? AND report.hasComment = 1
                ORDER BY report.sent DESC LIMIT 100
                """, arguments: [alert]
        ).map { ModeratedAlert.Comment(reporter: $0["name"], text: $0["comment"]) }
    }

    private static func decisions(
        on alert: Int64, in database: Database
    ) throws -> [ModeratedAlert.Decision] {
        try SQLRequest<Row>(
            literal: """
                SELECT \(decisionColumns) FROM moderation LEFT JOIN account ON account.id = moderation.account
                WHERE moderation.alert = \(alert) ORDER BY moderation.number
                """
        ).fetchAll(database).map(ModeratedAlert.Decision.init)
    }

    private static let decisionColumns: SQL = """
        moderation.isHidden, moderation.created, moderation.takenBack,
        CASE actor WHEN 'moderator' THEN coalesce(account.name, '') ELSE actor END AS actor
        """

    /// The decisions about alerts with numbers below `last`, latest first, at most `limit`.
    package func moderationEntries(before last: Int64, limit: Int) async throws -> [ModerationEntry] {
        try await pool.read { [taxonomy] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT moderation.number AS decision, moderation.alert,
                        CASE WHEN moderation.takenBack IS NULL AND NOT EXISTS (
                            SELECT 1 FROM moderation AS later
                            WHERE later.alert = moderation.alert AND later.number > moderation.number
                                AND later.takenBack IS NULL) THEN moderation.account END AS revoker,
                        \(Self.decisionColumns)
                    FROM moderation LEFT JOIN account ON account.id = moderation.account
                    WHERE moderation.number < \(last) ORDER BY moderation.number DESC LIMIT \(limit)
                    """
            ).fetchAll(database)
            return try rows.compactMap { row in
                guard let alert = try Self.alert(numbered: row["alert"], in: database, taxonomy)
                else { return nil }
                return ModerationEntry(
                    number: row["decision"], alert: alert, decision: ModeratedAlert.Decision(row: row),
                    revoker: (row["revoker"] as Int64?).map(Account.ID.init(rawValue:)))
            }
        }
    }

    private static func alert(
        numbered number: Int64, in database: Database, _ taxonomy: Taxonomy
    ) throws -> Alert? {
        try SQLRequest<Row>(
            literal:
                "SELECT \(AlertRow.columns) FROM alert \(AlertRow.joins) WHERE alert.number = \(number)"
        ).fetchOne(database).map { try Alert(row: $0, taxonomy: taxonomy) }
    }
}

extension ModeratedAlert.Decision {
    fileprivate init(row: Row) {
        self.init(
            isHidden: row["isHidden"], actor: row["actor"], time: Date(stored: row["created"]),
            takenBack: (row["takenBack"] as Int64?).map(Date.init(stored:)))
    }
}
