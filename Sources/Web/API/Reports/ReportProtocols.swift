package import Alerts
package import Foundation
package import Geography
package import People

/// Accepts reports, and what others say about them; refuses with `ReportRefusal`.
package protocol ReportIntake: Sendable {
    /// Stores a report, as part of an alert nearby or as a new alert.
    func receive(_ report: Report, at now: Date) async throws -> Alert
    /// - Returns: The alert, and whether the account had not confirmed it before.
    func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?, at now: Date
    ) async throws -> (alert: Alert, isNew: Bool)
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID, at now: Date) async throws
    func withdraw(_ alert: Alert.ID, by account: Account.ID, at now: Date) async throws
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason, at now: Date) async throws
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by actor: ModerationActor, at now: Date) async throws
    func takeBackDecision(on alert: Alert.ID, by moderator: Account.ID, at now: Date) async throws
}

/// Which names are those of experts.
package protocol ExpertStore: Sendable {
    /// Whether the account with a name is an expert's.
    func isExpert(named name: String) async throws -> Bool
}

/// What an account has said about an alert.
package protocol OwnPartStore: ExpertStore {
    /// - Returns: `nil` when there is no such alert.
    func ownPart(of account: Account.ID, in alert: Alert.ID) async throws -> OwnPart?
}

/// The alerts that moderators look at.
package protocol ModerationQueue: Sendable {
    /// The alerts to look at with numbers above `last`, in order, at most `limit`.
    func moderatedAlerts(after last: Int64, limit: Int, at now: Date) async throws -> [ModeratedAlert]
    /// The decisions with numbers below `last`, latest first, at most `limit`.
    func moderationEntries(before last: Int64, limit: Int) async throws -> [ModerationEntry]
}

/// Which moderators are told of flags.
package protocol DutyStore: Sendable {
    /// The moderators who are told, in the order of their accounts.
    func moderatorsOnDuty() async throws -> [Account]
    /// Tells a moderator from now on, or no longer.
    func setDuty(_ isOn: Bool, of moderator: Account.ID) async throws
}
