package import Allergens
package import Foundation
package import Geography
package import People

/// A place that a subscriber cares about, and what to be warned of there.
package struct Fence: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that cannot be guessed.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// The number of a fence in its store.
    ///
    /// A changed fence gets a new one.
    package struct Number: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The area of a fence.
    package enum Area: Hashable, Sendable {
        /// Every place within `radius` metres of `centre` along the geodesic.
        case circle(centre: Coordinate, radius: Double)
        case polygons([Polygon])
    }

    /// What counts as the air at a fence.
    package enum Gauge: String, CaseIterable, Sendable, Codable {
        /// The highest station in the fence, or else the nearest one within reach.
        case station
        /// The highest value of the map anywhere in the fence.
        case field
    }

    package let id: ID
    package let account: Account.ID
    package let name: String
    package let area: Area
    package var rules: FenceRules

    package init(id: ID, account: Account.ID, name: String, area: Area, rules: FenceRules) {
        self.id = id
        self.account = account
        self.name = name
        self.area = area
        self.rules = rules
    }
}

/// What a fence warns of, and when.
package struct FenceRules: Hashable, Sendable {
    /// The watches; empty means all of the profile's.
    package var watches: [Watch]
    package var kinds: Set<Alert.Kind>
    package var gauge: Fence.Gauge
    package var quietHours: QuietHours?
    /// The first and the last day on which the fence is on, in its time zone; `nil` means always.
    package var days: ClosedRange<CivilDate>?
    /// The time zone of the fence; `nil` means the profile's.
    package var timeZone: TimeZone?

    package init(
        watches: [Watch] = [], kinds: Set<Alert.Kind> = Set(Alert.Kind.allCases),
        gauge: Fence.Gauge = .station,
        quietHours: QuietHours? = nil, days: ClosedRange<CivilDate>? = nil, timeZone: TimeZone? = nil
    ) {
        self.watches = watches
        self.kinds = kinds
        self.gauge = gauge
        self.quietHours = quietHours
        self.days = days
        self.timeZone = timeZone
    }
}

/// The part of the day in which a fence disturbs nobody: alerts go to the inbox and no further.
package struct QuietHours: Hashable, Sendable {
    package let from: LocalTime
    /// The first time that is no longer quiet.
    ///
    /// If it is before ``from``, it is on the next day.
    package let until: LocalTime
    /// The level from which an alert disturbs all the same; `nil` when none does.
    package let exception: Level?

    /// Creates quiet hours, or returns `nil` when they have no length.
    package init?(from: LocalTime, until: LocalTime, exception: Level? = nil) {
        guard from != until else { return nil }
        self.from = from
        self.until = until
        self.exception = exception
    }

    /// Whether a local time is within the quiet hours.
    package func contains(_ time: LocalTime) -> Bool {
        from < until ? from <= time && time < until : from <= time || time < until
    }
}

/// The limits of a fence.
///
/// All of them are enforced where fences are accepted.
package enum FenceLimits {
    /// The radius of a circle in metres.
    ///
    /// Below 100 m a fence is smaller than a phone's error; 300 km spans a country of middle size.
    package static let radius = 100.0...300_000.0
    /// The largest number of vertices in all rings together: the outline of a country at 1:10 million has
    /// fewer.
    package static let vertices = 10_000
    /// The number of characters in a name.
    package static let name = 1...60
    /// The largest number of fences of one account.
    package static let perAccount = 50
}

/// The position and extent of a fence, as its index and the match need them.
package struct FenceFootprint: Hashable, Sendable {
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    /// Boxes that together hold the fence: one, or two that meet at the antimeridian.
    package let boxes: [BoundingBox]
    /// The radius in metres around the anchor that covers the whole fence.
    package let extent: Double
    /// The rings of a polygon in the plane; `nil` for a circle.
    package let outline: Outline?
    /// The squared chord on the unit sphere around the anchor within which every position is surely inside
    /// the fence; negative when none is.
    package let surelyInside: Double

    package init(anchor: Coordinate, boxes: [BoundingBox], extent: Double, outline: Outline?) {
        self.anchor = anchor
        self.boxes = boxes
        self.extent = extent
        self.outline = outline
        // Within a circle, the sphere decides about positions that are farther from its edge than the
        // sphere's error.
        surelyInside =
            outline?.clearance(around: anchor)
            ?? Earth.squaredChord(ofDistance: extent / (1 + Earth.sphericalError))
    }
}
