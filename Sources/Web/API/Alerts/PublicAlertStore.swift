package import Alerts

/// The alerts that were sent.
package protocol PublicAlertStore: Sendable {
    /// A page of the alerts that match a query, newest first.
    func alerts(_ query: AlertQuery) async throws -> AlertPage
    func alert(_ id: Alert.ID) async throws -> Alert?
}
