import Foundation
package import Geography

/// A place that a subscriber cares about, and what to be warned of there.
package struct Fence: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// A new identifier that nobody can guess.
        package static func random() -> ID { ID(rawValue: UUID().uuidString.lowercased()) }
    }

    /// The area of a fence.
    package enum Area: Hashable, Sendable {
        /// Every place within `radius` metres of `centre` along the geodesic.
        case circle(centre: Coordinate, radius: Double)
        case polygons([Polygon])
    }

    package let id: ID
    package let account: Account.ID
    package let name: String
    package let area: Area
    /// From which level on each allergen counts.
    package let levels: [Allergen.ID: Level]
    package let kinds: Set<Alert.Kind>

    package init(
        id: ID, account: Account.ID, name: String, area: Area, levels: [Allergen.ID: Level],
        kinds: Set<Alert.Kind>
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.area = area
        self.levels = levels
        self.kinds = kinds
    }
}

/// The limits of a fence, each enforced where fences come in.
package enum FenceLimits {
    /// The radius of a circle in metres.
    ///
    /// Below 100 m a fence is smaller than a phone's error; 300 km spans a country of middle size.
    package static let radius = 100.0...300_000.0
    /// Vertices of all rings together: the outline of a country at 1:10 million has fewer.
    package static let vertices = 10_000
    /// Characters of a name.
    package static let name = 1...60
    /// Fences of one account.
    package static let perAccount = 50
    /// The level from which a fence warns when its owner names none.
    package static let defaultLevel = Level.high
}

/// Someone with an account.
package struct Account: Sendable, Identifiable {
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    package let id: ID
    package let name: String

    package init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}

/// Where a fence lies, as its index needs it.
package struct FenceFootprint: Hashable, Sendable {
    /// The centre of a circle, or a position inside a polygon.
    package let anchor: Coordinate
    /// Boxes that together hold the fence.
    package let boxes: [BoundingBox]

    package init(anchor: Coordinate, boxes: [BoundingBox]) {
        self.anchor = anchor
        self.boxes = boxes
    }
}
