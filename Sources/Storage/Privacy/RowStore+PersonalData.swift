package import Alerts
import Allergens
package import Foundation
import Geography
package import People
import Sealing

extension RowStore {
    /// The reports of an account, oldest first, after report number `last`, at most `limit`.
    package func ownReports(
        of account: Account.ID, after last: Int64, limit: Int, at now: Date
    ) async throws -> [OwnReport] {
        try await readRows { [taxonomy, keys] runner in
            try runner.rows(
                """
                SELECT report.number, alert.number AS alertNumber, alert.id, report.account,
                    report.longitude, report.latitude, report.low, report.high,
                    report.sealed, report.isNamed, report.sent, alert.ended, alert.expires, reportPerson.person
                FROM report JOIN alert ON alert.number = report.alert
                LEFT JOIN reportPerson
                    ON reportPerson.alert = report.alert AND reportPerson.account = report.account
                WHERE report.account = \(account.rawValue) AND report.number > \(last)
                ORDER BY report.number LIMIT \(limit)
                """
            ).map { try OwnReport(row: $0, taxonomy: taxonomy, keys, at: now) }
        }
    }

    /// What an account has said about an alert; `nil` when there is no such alert.
    package func ownPart(of account: Account.ID, in alert: Alert.ID) async throws -> OwnPart? {
        try await readRows { runner in
            func says(_ table: Query) -> Query {
                "EXISTS (SELECT 1 FROM \(table) WHERE said.alert = alert.number AND said.account = \(account.rawValue))"
            }
            return try runner.row(
                """
                SELECT \(says("report AS said")) AS hasReported, \(says("confirmation AS said")) AS hasConfirmed,
                    \(says("flag AS said")) AS hasFlagged
                FROM alert WHERE alert.id = \(alert.rawValue)
                """
            ).map { row in
                OwnPart(
                    hasReported: try row["hasReported"], hasConfirmed: try row["hasConfirmed"],
                    hasFlagged: try row["hasFlagged"])
            }
        }
    }

    /// An account's confirmations and flags of others' reports, oldest first.
    ///
    /// ``Retention`` and the daily limits bound their number.
    package func ownOpinions(of account: Account.ID) async throws -> [OwnOpinion] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT alert.id, opinion.reason, opinion.created
                FROM (
                    SELECT alert, NULL AS reason, created FROM confirmation WHERE account = \(account.rawValue)
                    UNION ALL SELECT alert, reason, created FROM flag WHERE account = \(account.rawValue)
                ) AS opinion
                JOIN alert ON alert.number = opinion.alert ORDER BY opinion.created, alert.number
                """
            ).map { row in
                OwnOpinion(
                    alert: Alert.ID(rawValue: try row["id"]),
                    flag: (try row["reason"] as String?).flatMap(FlagReason.init(rawValue:)),
                    created: Date(stored: try row["created"]))
            }
        }
    }

    /// An account's decisions as a moderator about others' reports, oldest first.
    package func ownDecisions(of account: Account.ID) async throws -> [OwnDecision] {
        try await readRows { runner in
            try runner.rows(
                """
                SELECT alert.id, moderation.isHidden, moderation.created, moderation.takenBack
                FROM moderation JOIN alert ON alert.number = moderation.alert
                WHERE moderation.account = \(account.rawValue) ORDER BY moderation.number
                """
            ).map { row in
                OwnDecision(
                    alert: Alert.ID(rawValue: try row["id"]), isHidden: try row["isHidden"],
                    created: Date(stored: try row["created"]),
                    takenBack: (try row["takenBack"] as Int64?).map(Date.init(stored:)))
            }
        }
    }
}

extension OwnReport {
    fileprivate init(row: QueryRow, taxonomy: Taxonomy, _ keys: KeyRing, at now: Date) throws {
        let details = try ReportDetails(row: row, keys)
        self.init(
            number: try row["number"], alert: Alert.ID(rawValue: try row["id"]),
            cell: try Coordinate(row: row),
            allergens: taxonomy.ids(in: try AllergenSet(row: row)),
            symptoms: details.symptoms, strength: details.strength, comment: details.comment,
            isNamed: try row["isNamed"], sent: Date(stored: try row["sent"]),
            stands: try row["ended"] as Int64? == nil && row["expires"] as Int64 > now.stored,
            person: (try row["person"] as Int64?).map(Account.ID.init(rawValue:)))
    }
}
