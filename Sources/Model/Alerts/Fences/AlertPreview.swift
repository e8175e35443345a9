package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// What a fence would have been told of in the past, had it been there.
package struct AlertPreview: Hashable, Sendable {
    /// The days that were looked through, by the calendar of the fence.
    package let days: ClosedRange<CivilDate>
    /// The newest first.
    package let alerts: [PreviewedAlert]

    package init(days: ClosedRange<CivilDate>, alerts: [PreviewedAlert]) {
        self.days = days
        self.alerts = alerts
    }

    /// Days that are looked through, of which today is the last: a season shows itself in a month.
    package static let length = 30
    /// Daily values that are looked through at most: those of ten allergens at three hundred stations.
    package static let valueLimit = 100_000
    /// Reports that are looked through at most.
    package static let reportLimit = 10_000
}

/// Something that a fence would have been told.
package struct PreviewedAlert: Hashable, Sendable {
    /// What an alert rests upon.
    package enum Source: Hashable, Sendable {
        /// A station's value in the allergen's unit, or the highest of the map around that station.
        case station(Station.ID, value: Double, level: Level)
        /// What people reported.
        case report(Alert.ID)
    }

    package let day: CivilDate
    /// `nil` where people were not sure what it is.
    package let allergen: Allergen.ID?
    package let source: Source

    package init(day: CivilDate, allergen: Allergen.ID?, source: Source) {
        self.day = day
        self.allergen = allergen
        self.source = source
    }
}

/// A report of the past, as a part of its alert.
package struct PreviewedReport: Hashable, Sendable {
    package let alert: Alert.ID
    /// `nil` when it was withdrawn, or the account is gone: then the alert itself tells of it.
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

/// Why nobody can say what a fence would have been told of.
package enum AlertPreviewRefusal: Error, Hashable, Sendable {
    /// More daily values than ``AlertPreview/valueLimit`` lie within reach of it.
    case tooManyValues
    /// More reports than ``AlertPreview/reportLimit`` were made in or near it.
    case tooManyReports
}
