package import Allergens
package import Foundation
package import Geography

/// A query for alerts.
///
/// The defaults restrict nothing.
package struct AlertQuery: Sendable {
    package var box = BoundingBox.world
    /// Alerts in force at any moment of this span.
    package var span: ClosedRange<Date>
    /// Alerts about any of these allergens; empty means all alerts, including those without allergens.
    package var allergens = AllergenSet()
    package var kinds = Set(Alert.Kind.allCases)
    /// Whether to include cancellations, which end an alert and are not alerts themselves.
    package var includesCancellations = false
    /// Only alerts older than this one, the last of the previous page.
    package var cursor: AlertPage.Cursor?
    /// The number of alerts per page.
    package var limit: Int

    package init(standingIn span: ClosedRange<Date>, limit: Int) {
        self.span = span
        self.limit = limit
    }
}

/// Alerts, newest first.
package struct AlertPage: Sendable {
    /// The position of an alert in the order of all: the time when it was sent, and its number in the store.
    package struct Cursor: Hashable, Sendable {
        /// Seconds since 1970.
        package let sent: Int64
        package let number: Int64

        package init(sent: Int64, number: Int64) {
            self.sent = sent
            self.number = number
        }

        /// Reads ``text``.
        package init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let sent = parts[0], let number = parts[1] else { return nil }
            self.init(sent: sent, number: number)
        }

        /// The cursor in the form used in URLs.
        package var text: String { "\(sent)-\(number)" }
    }

    package let alerts: [Alert]
    /// The start of the next page; `nil` on the last one.
    package let next: Cursor?

    package init(alerts: [Alert], next: Cursor?) {
        self.alerts = alerts
        self.next = next
    }
}
