package import Allergens
package import Foundation
package import Geography
package import People

/// A fence that may be concerned, as the match needs it.
package struct WatchingFence {
    package let number: Fence.Number
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    package let anchorVector: UnitVector
    /// The radius in metres around the anchor that covers the whole fence: that of a circle.
    package let extent: Double
    package let gauge: Fence.Gauge
    /// The level from which the allergen counts here.
    package let threshold: Level
    package var announced: Announcement?
    /// Whether the fence contains a position.
    ///
    /// This costs most for a large polygon.
    package let holds: (Coordinate) throws -> Bool

    package init(
        number: Fence.Number, anchor: Coordinate, anchorVector: UnitVector, extent: Double,
        gauge: Fence.Gauge,
        threshold: Level, announced: Announcement?, holds: @escaping (Coordinate) throws -> Bool
    ) {
        self.number = number
        self.anchor = anchor
        self.anchorVector = anchorVector
        self.extent = extent
        self.gauge = gauge
        self.threshold = threshold
        self.announced = announced
        self.holds = holds
    }
}

/// A fence with a due forecast round.
package struct DueForecastRound: Sendable {
    package let fence: Fence.Number
    /// The time at which it became due.
    package let due: Date
    package let timeZone: TimeZone
    package let round: ForecastRound

    package init(fence: Fence.Number, due: Date, timeZone: TimeZone, round: ForecastRound) {
        self.fence = fence
        self.due = due
        self.timeZone = timeZone
        self.round = round
    }
}

/// The last level that was announced at a fence for an allergen, and the day of the newest value since.
package struct Announcement: Hashable, Sendable {
    package let level: Level
    package let day: CivilDate

    package init(level: Level, day: CivilDate) {
        self.level = level
        self.day = day
    }
}
