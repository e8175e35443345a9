package import Alerts

/// Knows which alerts are revisions of the same one.
package protocol AlertRevisionStore: Sendable {
    /// The first alert in a chain of updates and cancellations; the alert itself when it is the first.
    func origin(of alert: Alert.ID) async throws -> Alert.ID
}
