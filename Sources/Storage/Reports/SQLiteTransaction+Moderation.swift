import Alerts
import Foundation
import GRDB
import People

/// The decisions of moderators, operators and flags about alerts.
extension SQLiteTransaction {
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
            try run("UPDATE flag SET settled = ? WHERE alert = ? AND settled IS NULL", [now.stored, number])
        }
        try run(
            "INSERT INTO moderation (alert, actor, account, isHidden, created) VALUES (?, ?, ?, ?, ?)",
            [number, name, account, isHidden, now.stored])
    }

    func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) throws -> Bool? {
        let number = try number(of: alert)
        let standing = try SQLRequest<Row>(
            literal: """
                SELECT number, account, isHidden, created FROM moderation
                WHERE alert = \(number) AND takenBack IS NULL ORDER BY number DESC LIMIT 2
                """
        ).fetchAll(database)
        guard let latest = standing.first, latest["account"] as Int64? == moderator.rawValue else {
            return nil
        }
        let (decision, created): (Int64, Int64) = (latest["number"], latest["created"])
        let isHidden = standing.count > 1 ? standing[1]["isHidden"] : false
        // The clock may have gone back.
        try run(
            "UPDATE moderation SET takenBack = ? WHERE number = ?", [max(created, now.stored), decision])
        try run("UPDATE flag SET settled = NULL WHERE alert = ? AND settled = ?", [number, created])
        try place(isHidden, number, at: now)
        return isHidden
    }

    /// Notifies the moderators on duty of an alert that has its first open flag.
    ///
    /// Of several such alerts in one minute of the clock, only the first is told: who comes to look sees them all,
    /// and a flood of flags calls at most once a minute.
    func callModerators(to alert: Int64, for reason: FlagReason, at now: Date) throws {
        let minute = now.stored - now.stored % 60
        let isCalled = try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (SELECT 1 FROM flag AS other
                    WHERE other.created >= \(minute) AND other.alert != \(alert) AND other.settled IS NULL
                        AND NOT EXISTS (SELECT 1 FROM flag AS earlier
                            WHERE earlier.alert = other.alert AND earlier.settled IS NULL
                                AND earlier.created < \(minute)))
                """
        ).fetchOne(database)
        guard isCalled != true else { return }
        let notice = Notice(.alertFlagged(reason), raised: now)
        for moderator in try SQLiteRunner(database).moderatorsOnDuty() {
            try SQLiteStore.keep(notice, for: moderator, cipher, in: database)
            changes.noticesChanged = true
        }
    }

    private func place(_ isHidden: Bool, _ number: Int64, at now: Date) throws {
        if isHidden {
            try run(
                "UPDATE alert SET hidden = ? WHERE number = ? AND hidden IS NULL", [now.stored, number])
        } else {
            // The alert is in force again if some of its reports or confirmations remain. An alert that was
            // withdrawn meanwhile is not.
            try run(
                """
                UPDATE alert SET hidden = NULL,
                    ended = CASE WHEN EXISTS (SELECT 1 FROM report WHERE alert = ?1)
                        OR EXISTS (SELECT 1 FROM confirmation WHERE alert = ?1) THEN NULL ELSE ended END
                WHERE number = ?1 AND hidden IS NOT NULL
                """, [number])
        }
    }
}
