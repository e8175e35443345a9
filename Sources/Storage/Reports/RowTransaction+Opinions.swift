import Alerts
import Foundation
import Geography
import People

/// The opinions of subscribers and moderators about reports, and how often an account acts.
extension RowTransaction {
    func times(of act: SubscriberAct, by account: Account.ID, at now: Date) throws -> [Date] {
        try runner.rows(
            """
            SELECT created FROM subscriberAct
            WHERE account = \(account.rawValue) AND act = \(act.rawValue)
                AND created > \(now.stored - Int64(SubscriberAct.memory)) AND created <= \(now.stored)
            ORDER BY created DESC
            LIMIT \(act.limits.map(\.acts).max() ?? 0)
            """
        ).map { try $0.first(as: Int64.self) }.map(Date.init(stored:))
    }

    func latestReport(of account: Account.ID, at now: Date) throws -> (position: Coordinate, sent: Date)? {
        try runner.row(
            """
            SELECT longitude, latitude, created FROM subscriberAct
            WHERE account = \(account.rawValue) AND act = \(SubscriberAct.report.rawValue)
                AND created > \(now.stored - Int64(SubscriberAct.memory)) AND created <= \(now.stored)
                AND longitude IS NOT NULL
            ORDER BY created DESC, number DESC
            LIMIT 1
            """
        ).map { (try Coordinate(row: $0), Date(stored: try $0["created"])) }
    }

    func note(
        _ act: SubscriberAct, by account: Account.ID, from position: Coordinate?, at now: Date
    ) throws {
        try runner.run(
            "DELETE FROM subscriberAct WHERE created < \(now.stored - Int64(SubscriberAct.memory))")
        // Times in the future were noted before the clock went back, and would count again when they arrive.
        try runner.run(
            """
            DELETE FROM subscriberAct
            WHERE account = \(account.rawValue) AND act = \(act.rawValue) AND created > \(now.stored)
            """)
        try runner.run(
            """
            INSERT INTO subscriberAct (account, act, longitude, latitude, created)
            VALUES (\(account.rawValue), \(act.rawValue), \(position?.longitude), \(position?.latitude),
            \(now.stored))
            """)
    }

    func confirm(_ alert: Alert.ID, by account: Account.ID, at now: Date) throws -> Bool {
        let number = try number(of: alert)
        return hasChangedReports(
            try runner.run(
                """
                INSERT INTO confirmation (alert, account, created)
                VALUES (\(number), \(account.rawValue), \(now.stored)) ON CONFLICT DO NOTHING
                """))
    }

    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) throws -> Bool {
        hasChangedReports(
            try runner.run(
                """
                DELETE FROM confirmation WHERE alert = \(try number(of: alert)) AND account = \(account.rawValue)
                """))
    }

    /// Whether a statement changed a row, which the observers of the store then learn.
    func hasChangedReports(_ count: Int) -> Bool {
        let isChanged = count == 1
        if isChanged { changes.reportsChanged = true }
        return isChanged
    }

    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) throws -> Int {
        let number = try number(of: alert)
        let before = try openFlags(of: number)
        try runner.run(
            """
            INSERT INTO flag (alert, account, reason, created) VALUES (\(number), \(account.rawValue),
            \(reason.rawValue), \(now.stored))
            ON CONFLICT (alert, account) DO UPDATE SET reason = excluded.reason WHERE flag.settled IS NULL
            """)
        let flags = try openFlags(of: number)
        if before == 0, flags > 0 { try callModerators(to: number, for: reason, at: now) }
        return flags
    }

    private func openFlags(of alert: Int64) throws -> Int {
        try runner.value("SELECT count(*) FROM flag WHERE alert = \(alert) AND settled IS NULL", as: Int.self)
            ?? 0
    }

    func isHidden(_ alert: Alert.ID) throws -> Bool {
        try runner.value("SELECT hidden IS NOT NULL FROM alert WHERE id = \(alert.rawValue)", as: Bool.self)
            ?? false
    }
}
