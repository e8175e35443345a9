import Alerts
import Foundation
import GRDB
import Geography
import People

/// The opinions of subscribers and moderators about reports, and how often an account acts.
extension SQLiteTransaction {
    func times(of act: SubscriberAct, by account: Account.ID, at now: Date) throws -> [Date] {
        try SQLRequest<Int64>(
            literal: """
                SELECT created FROM subscriberAct
                WHERE account = \(account.rawValue) AND act = \(act.rawValue)
                    AND created > \(now.stored - Int64(SubscriberAct.memory)) AND created <= \(now.stored)
                ORDER BY created DESC
                LIMIT \(act.limits.map(\.acts).max() ?? 0)
                """, cached: true
        ).fetchAll(database).map(Date.init(stored:))
    }

    func latestReport(of account: Account.ID, at now: Date) throws -> (position: Coordinate, sent: Date)? {
        try SQLRequest<Row>(
            literal: """
                SELECT longitude, latitude, created FROM subscriberAct
                WHERE account = \(account.rawValue) AND act = \(SubscriberAct.report.rawValue)
                    AND created > \(now.stored - Int64(SubscriberAct.memory)) AND created <= \(now.stored)
                    AND longitude IS NOT NULL
                ORDER BY created DESC, number DESC
                LIMIT 1
                """, cached: true
        ).fetchOne(database).map { (Coordinate(row: $0), Date(stored: $0["created"])) }
    }

    func note(
        _ act: SubscriberAct, by account: Account.ID, from position: Coordinate?, at now: Date
    ) throws {
        try run("DELETE FROM subscriberAct WHERE created < ?", [now.stored - Int64(SubscriberAct.memory)])
        // Times in the future were noted before the clock went back, and would count again when they arrive.
        try run(
            "DELETE FROM subscriberAct WHERE account = ? AND act = ? AND created > ?",
            [account.rawValue, act.rawValue, now.stored])
        try run(
            "INSERT INTO subscriberAct (account, act, longitude, latitude, created) VALUES (?, ?, ?, ?, ?)",
            [account.rawValue, act.rawValue, position?.longitude, position?.latitude, now.stored])
    }

    func confirm(_ alert: Alert.ID, by account: Account.ID, at now: Date) throws -> Bool {
        try run(
            "INSERT INTO confirmation (alert, account, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [try number(of: alert), account.rawValue, now.stored])
        return hasChangedReports()
    }

    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) throws -> Bool {
        try run(
            "DELETE FROM confirmation WHERE alert = ? AND account = ?",
            [try number(of: alert), account.rawValue])
        return hasChangedReports()
    }

    /// Whether the last statement changed a row, which the observers of the store then learn.
    func hasChangedReports() -> Bool {
        let isChanged = database.changesCount == 1
        if isChanged { changes.reportsChanged = true }
        return isChanged
    }

    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) throws -> Int {
        let number = try number(of: alert)
        let before = try openFlags(of: number)
        try run(
            """
            INSERT INTO flag (alert, account, reason, created) VALUES (?, ?, ?, ?)
            ON CONFLICT (alert, account) DO UPDATE SET reason = excluded.reason WHERE flag.settled IS NULL
            """, [number, account.rawValue, reason.rawValue, now.stored])
        let flags = try openFlags(of: number)
        if before == 0, flags > 0 { try callModerators(to: number, for: reason, at: now) }
        return flags
    }

    private func openFlags(of alert: Int64) throws -> Int {
        try SQLRequest<Int>(
            literal: "SELECT count(*) FROM flag WHERE alert = \(alert) AND settled IS NULL"
        ).fetchOne(database) ?? 0
    }

    func isHidden(_ alert: Alert.ID) throws -> Bool {
        try SQLRequest<Bool>(
            literal: "SELECT hidden IS NOT NULL FROM alert WHERE id = \(alert.rawValue)"
        ).fetchOne(database) ?? false
    }
}
