package import Alerts

/// Knows which alerts tell of the same thing.
package protocol AlertRevisionStore: Sendable {
    /// The first alert of the line of updates and cancellations that an alert stands in; itself when it is the first.
    func origin(of alert: Alert.ID) async throws -> Alert.ID
}
