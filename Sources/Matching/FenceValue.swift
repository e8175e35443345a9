package import Allergens
package import Geography
import Projection
package import Topology

/// What a station says about one allergen now.
package struct StationValue: Hashable, Sendable {
    package let station: Station.ID
    package let position: Coordinate
    package let level: Level
    /// In the allergen's unit.
    package let concentration: Double
    /// The day that the concentration is for.
    package let day: CivilDate

    package init(
        station: Station.ID, position: Coordinate, level: Level, concentration: Double, day: CivilDate
    ) {
        self.station = station
        self.position = position
        self.level = level
        self.concentration = concentration
        self.day = day
    }
}

/// How much of an allergen is in the air at a fence, and who says so.
package struct FenceValue: Hashable, Sendable {
    package let level: Level
    /// The stations with that level, by identifier: all that lie in the fence, or the one nearest to it.
    package let stations: [StationValue]
    /// How far the nearest station is from the fence's anchor in metres, or `nil` when stations lie in the fence.
    package let distance: Double?

    /// How far a station outside a fence speaks for it, in metres.
    ///
    /// The 27 traps of Bavaria fall into 8 zones, so one station stands for a circle of about 53 km.
    package static let reach = 50_000.0

    /// Judges the air at a fence, or returns `nil` when no station says anything about it: the level is unknown.
    ///
    /// Stations in the fence come first, and the highest of their levels counts: whoever drew the fence may be
    /// anywhere in it. Without one the station nearest to the fence's anchor speaks, when it is within reach.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - candidates: The stations that may matter with their present values, in any order.
    ///   - reach: How far a station outside speaks, in metres.
    /// - Throws: When the fence cannot be asked.
    package init?(
        at fence: GeofenceMatcher, among candidates: [StationValue], reach: Double = FenceValue.reach
    ) throws(TopologyError) {
        var inside: [StationValue] = []
        for candidate in candidates where try fence.holds(candidate.position) { inside.append(candidate) }
        if let highest = inside.map(\.level).max() {
            level = highest
            stations = inside.filter { $0.level == highest }.sorted { $0.station < $1.station }
            distance = nil
            return
        }
        guard let nearest = Self.nearest(to: fence.anchor, among: candidates, reach: reach) else {
            return nil
        }
        level = nearest.value.level
        stations = [nearest.value]
        distance = nearest.distance
    }

    /// The station nearest to an anchor, with its distance.
    ///
    /// Of equally near ones it is the first by identifier.
    private static func nearest(
        to anchor: Coordinate, among candidates: [StationValue], reach: Double
    ) -> (value: StationValue, distance: Double)? {
        candidates
            .map { (value: $0, distance: Geodesic.distance(from: anchor, to: $0.position)) }
            .filter { $0.distance <= reach }
            .min { ($0.distance, $0.value.station) < ($1.distance, $1.value.station) }
    }
}
