package import Alerts
package import Geography
package import People

/// Takes in what people report, and what others make of it; each throws `ReportRefusal` for what it turns away.
package protocol ReportIntake: Sendable {
    func take(_ report: Report) async throws -> Alert
    /// - Returns: The alert, and whether the account had not confirmed it before.
    func confirm(
        _ alert: Alert.ID, by account: Account.ID, from position: Coordinate?
    ) async throws -> (alert: Alert, isNew: Bool)
    func retractConfirmation(of alert: Alert.ID, by account: Account.ID) async throws
    func withdraw(_ alert: Alert.ID, by account: Account.ID) async throws
    func flag(_ alert: Alert.ID, by account: Account.ID, as reason: FlagReason) async throws
}

/// What moderators look at and decide.
package protocol ModerationDesk: Sendable {
    /// The alerts to look at with numbers above `last`, in order, at most `limit`.
    func moderatedAlerts(after last: Int64, limit: Int) async throws -> [ModeratedAlert]
    func setHidden(_ isHidden: Bool, _ alert: Alert.ID, by moderator: Account.ID) async throws
}
