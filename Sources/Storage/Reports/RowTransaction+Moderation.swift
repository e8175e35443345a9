import Alerts
import Foundation
import People

/// The decisions of moderators, operators and flags about alerts.
extension RowTransaction {
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) throws {
        let number = try number(of: alert)
        try place(isHidden, number, at: now)
        let (name, account): (String, Int64?) =
            switch actor {
            case .moderator(let account): ("moderator", account.rawValue)
            case .command: ("command", nil)
            case .flags: ("flags", nil)
            }
        if actor != .flags {
            try runner.run(
                "UPDATE flag SET settled = \(now.stored) WHERE alert = \(number) AND settled IS NULL")
        }
        try runner.run(
            """
            INSERT INTO moderation (alert, actor, account, isHidden, created)
            VALUES (\(number), \(name), \(account), \(isHidden), \(now.stored))
            """)
    }

    func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) throws -> Bool? {
        let number = try number(of: alert)
        let standing = try runner.rows(
            """
            SELECT number, account, isHidden, created FROM moderation
            WHERE alert = \(number) AND takenBack IS NULL ORDER BY number DESC LIMIT 2
            """)
        guard let latest = standing.first, try latest["account"] as Int64? == moderator.rawValue else {
            return nil
        }
        let (decision, created): (Int64, Int64) = (try latest["number"], try latest["created"])
        let isHidden = standing.count > 1 ? try standing[1]["isHidden"] : false
        // The clock may have gone back.
        try runner.run(
            "UPDATE moderation SET takenBack = \(max(created, now.stored)) WHERE number = \(decision)")
        try runner.run("UPDATE flag SET settled = NULL WHERE alert = \(number) AND settled = \(created)")
        try place(isHidden, number, at: now)
        return isHidden
    }

    /// Notifies the moderators on duty of an alert that has its first open flag.
    ///
    /// Of several such alerts in one minute of the clock, only the first is told: who comes to look sees them all,
    /// and a flood of flags calls at most once a minute.
    func callModerators(to alert: Int64, for reason: FlagReason, at now: Date) throws {
        let minute = now.stored - now.stored % 60
        let isCalled = try runner.value(
            """
            SELECT EXISTS (SELECT 1 FROM flag AS other
                WHERE other.created >= \(minute) AND other.alert != \(alert) AND other.settled IS NULL
                    AND NOT EXISTS (SELECT 1 FROM flag AS earlier
                        WHERE earlier.alert = other.alert AND earlier.settled IS NULL
                            AND earlier.created < \(minute)))
            """, as: Bool.self)
        guard isCalled != true else { return }
        let notice = Notice(.alertFlagged(reason), raised: now)
        for moderator in try runner.moderatorsOnDuty() {
            try runner.keep(notice, for: moderator, cipher.keys)
            changes.noticesChanged = true
        }
    }

    private func place(_ isHidden: Bool, _ number: Int64, at now: Date) throws {
        if isHidden {
            try runner.run(
                "UPDATE alert SET hidden = \(now.stored) WHERE number = \(number) AND hidden IS NULL")
        } else {
            // The alert is in force again if some of its reports or confirmations remain. An alert that was
            // withdrawn meanwhile is not.
            try runner.run(
                """
                UPDATE alert SET hidden = NULL,
                    ended = CASE WHEN EXISTS (SELECT 1 FROM report WHERE alert = \(number))
                        OR EXISTS (SELECT 1 FROM confirmation WHERE alert = \(number)) THEN NULL ELSE ended END
                WHERE number = \(number) AND hidden IS NOT NULL
                """)
        }
    }
}
