package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// The alerts that a fence would have received in the past, had it existed.
package struct AlertPreview: Hashable, Sendable {
    /// The days considered, in the time zone of the fence.
    package let days: ClosedRange<CivilDate>
    /// The alerts, newest first.
    package let alerts: [PreviewedAlert]

    package init(days: ClosedRange<CivilDate>, alerts: [PreviewedAlert]) {
        self.days = days
        self.alerts = alerts
    }

    /// The number of days considered, up to today: a month shows a season.
    package static let length = 30
    /// The largest number of daily values considered: those of ten allergens at three hundred stations.
    package static let valueLimit = 100_000
    /// The largest number of reports considered.
    package static let reportLimit = 10_000
}

/// An alert that a fence would have received.
package struct PreviewedAlert: Hashable, Sendable {
    /// The basis of an alert.
    package enum Source: Hashable, Sendable {
        /// A station's value in the allergen's unit, or the highest of the map around that station.
        case station(Station.ID, value: Double, level: Level)
        /// What people reported.
        case report(Alert.ID)
    }

    package let day: CivilDate
    /// `nil` where people were not sure what it was.
    package let allergen: Allergen.ID?
    package let source: Source

    package init(day: CivilDate, allergen: Allergen.ID?, source: Source) {
        self.day = day
        self.allergen = allergen
        self.source = source
    }
}

/// A past report, as part of its alert.
package struct PreviewedReport: Hashable, Sendable {
    package let alert: Alert.ID
    /// `nil` when the report was withdrawn or the account deleted.
    ///
    /// The alert itself then stands in for it.
    package let reporter: Account.ID?
    package let sent: Date
    /// The middle of its public cell.
    package let position: Coordinate
    package let allergens: [Allergen.ID]

    package init(
        alert: Alert.ID, reporter: Account.ID?, sent: Date, position: Coordinate, allergens: [Allergen.ID]
    ) {
        self.alert = alert
        self.reporter = reporter
        self.sent = sent
        self.position = position
        self.allergens = allergens
    }
}

/// Why the alerts of a fence cannot be previewed.
package enum AlertPreviewRefusal: Error, Hashable, Sendable {
    /// More than ``AlertPreview/valueLimit`` daily values are within its reach.
    case tooManyValues
    /// More than ``AlertPreview/reportLimit`` reports were made in or near it.
    case tooManyReports
}
