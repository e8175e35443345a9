package import Alerts

/// Alerts that were sent.
package protocol PublicAlertStore: Sendable {
    /// A page of the alerts that a query asks for, the newest first.
    func alerts(_ query: AlertQuery) async throws -> AlertPage
    func alert(_ id: Alert.ID) async throws -> Alert?
}
