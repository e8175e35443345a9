package import Allergens
package import Foundation
package import Geography

/// Which alerts somebody wants to see; what is left out does not restrict.
package struct AlertQuery: Sendable {
    package var box = BoundingBox.world
    /// The alerts that stand at any moment of this.
    package var span: ClosedRange<Date>
    /// Those about any of these; empty stands for all, and for those that name none.
    package var allergens = AllergenSet()
    package var kinds = Set(Alert.Kind.allCases)
    /// Whether cancellations count, which end an alert and are none themselves.
    package var includesCancellations = false
    /// Only alerts that are older than this one of an earlier page.
    package var cursor: AlertPage.Cursor?
    /// Alerts on one page.
    package var limit: Int

    package init(standingIn span: ClosedRange<Date>, limit: Int) {
        self.span = span
        self.limit = limit
    }
}

/// Alerts, the newest first.
package struct AlertPage: Sendable {
    /// The place of an alert in the order of all: when it was sent, and the number under which it is kept.
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

        /// The cursor as it stands in an address.
        package var text: String { "\(sent)-\(number)" }
    }

    package let alerts: [Alert]
    /// Where the next page begins; `nil` on the last one.
    package let next: Cursor?

    package init(alerts: [Alert], next: Cursor?) {
        self.alerts = alerts
        self.next = next
    }
}
