package import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
package import People

extension SQLiteStore {
    /// The reports of an account, oldest first, after report number `last`, at most `limit`.
    package func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport] {
        try await pool.read { [taxonomy, cipher] database in
            try SQLRequest<Row>(
                literal: """
                    SELECT report.number, alert.number AS alertNumber, alert.id, report.account,
                        report.longitude, report.latitude, report.low, report.high,
                        report.sealed, report.isNamed, report.sent, alert.ended, alert.expires, reportPerson.person
                    FROM report JOIN alert ON alert.number = report.alert
                    LEFT JOIN reportPerson
                        ON reportPerson.alert = report.alert AND reportPerson.account = report.account
                    WHERE report.account = \(account.rawValue) AND report.number > \(last)
                    ORDER BY report.number LIMIT \(limit)
                    """
            ).fetchAll(database).map { try OwnReport(row: $0, taxonomy: taxonomy, cipher, at: now) }
        }
    }

    /// What an account has said about an alert; `nil` when there is no such alert.
    package func ownPart(of account: Account.ID, in alert: Alert.ID) async throws -> OwnPart? {
        try await pool.read { database in
            func says(_ table: SQL) -> SQL {
                "EXISTS (SELECT 1 FROM \(table) WHERE said.alert = alert.number AND said.account = \(account.rawValue))"
            }
            return try SQLRequest<Row>(
                literal: """
                    SELECT \(says("report AS said")) AS hasReported, \(says("confirmation AS said")) AS hasConfirmed,
                        \(says("flag AS said")) AS hasFlagged
                    FROM alert WHERE alert.id = \(alert.rawValue)
                    """
            ).fetchOne(database).map { row in
                OwnPart(
                    hasReported: row["hasReported"], hasConfirmed: row["hasConfirmed"],
                    hasFlagged: row["hasFlagged"])
            }
        }
    }

    /// An account's confirmations and flags of others' reports, oldest first.
    ///
    /// ``Retention`` and the daily limits bound their number.
    package func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT alert.id, opinion.reason, opinion.created
                    FROM (
                        SELECT alert, NULL AS reason, created FROM confirmation WHERE account = \(account.rawValue)
                        UNION ALL SELECT alert, reason, created FROM flag WHERE account = \(account.rawValue)
                    ) AS opinion
                    JOIN alert ON alert.number = opinion.alert ORDER BY opinion.created, alert.number
                    """
            ).fetchAll(database).map { row in
                OwnOpinion(
                    alert: Alert.ID(rawValue: row["id"]),
                    flag: (row["reason"] as String?).flatMap(FlagReason.init(rawValue:)),
                    created: Date(stored: row["created"]))
            }
        }
    }

    /// An account's decisions as a moderator about others' reports, oldest first.
    package func ownDecisions(of account: Account.ID) async throws -> [OwnDecision] {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT alert.id, moderation.isHidden, moderation.created, moderation.takenBack
                    FROM moderation JOIN alert ON alert.number = moderation.alert
                    WHERE moderation.account = \(account.rawValue) ORDER BY moderation.number
                    """
            ).fetchAll(database).map { row in
                OwnDecision(
                    alert: Alert.ID(rawValue: row["id"]), isHidden: row["isHidden"],
                    created: Date(stored: row["created"]),
                    takenBack: (row["takenBack"] as Int64?).map(Date.init(stored:)))
            }
        }
    }
}

extension OwnReport {
    fileprivate init(row: Row, taxonomy: Taxonomy, _ cipher: RowCipher, at now: Date) throws {
        let details = try ReportDetails(row: row, cipher)
        self.init(
            number: row["number"], alert: Alert.ID(rawValue: row["id"]), cell: Coordinate(row: row),
            allergens: taxonomy.ids(in: AllergenSet(row: row)),
            symptoms: details.symptoms, strength: details.strength, comment: details.comment,
            isNamed: row["isNamed"], sent: Date(stored: row["sent"]),
            stands: (row["ended"] as Int64?) == nil && row["expires"] > now.stored,
            person: (row["person"] as Int64?).map(Account.ID.init(rawValue:)))
    }
}
