package import Alerts
package import Allergens
package import Geography
package import Observations
import Projection

/// A station's level of one allergen on one day.
package struct StationValue: Hashable, Sendable {
    package let station: Station.ID
    package let position: Coordinate
    let vector: UnitVector
    package let level: Level

    package init(station: Station.ID, position: Coordinate, level: Level) {
        self.station = station
        self.position = position
        vector = UnitVector(position)
        self.level = level
    }
}

/// The level of an allergen at a fence, and the stations that decide it.
package struct FenceValue: Hashable, Sendable {
    package let level: Level
    /// The stations with that level, by identifier: all inside the fence, or the nearest one.
    package let stations: [Station.ID]
    /// The distance in metres from the fence's anchor to the nearest station; 0 when stations are inside the
    /// fence.
    package let distance: Double

    /// How far from a fence a station can decide the fence's level, in metres.
    package static let reach = Station.alertReach

    /// Finds the level at a fence, or returns `nil` when it is unknown because no station decides it.
    ///
    /// Stations inside the fence come first, and the highest of their levels counts, because the fence's
    /// owner may be anywhere in it. Without one, the station nearest to the fence's anchor decides if it is
    /// within reach.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - candidates: The stations that may matter with their current levels, in any order.
    /// - Throws: An error when the fence's area cannot be read.
    package init?(at fence: WatchingFence, among candidates: [StationValue]) throws {
        let outer = Earth.squaredChord(ofDistance: fence.extent / (1 - Earth.sphericalError))
        var inside: [StationValue] = []
        for candidate in candidates where fence.anchorVector.squaredChord(to: candidate.vector) <= outer {
            if try fence.holds(candidate.position) { inside.append(candidate) }
        }
        if let highest = inside.map(\.level).max() {
            level = highest
            stations = inside.filter { $0.level == highest }.map(\.station).sorted()
            distance = 0
            return
        }
        guard let nearest = Self.nearest(to: fence, among: candidates) else { return nil }
        level = nearest.value.level
        stations = [nearest.value.station]
        distance = nearest.distance
    }

    /// The station nearest to the anchor within reach, with its distance; the first by identifier among
    /// equally near ones.
    ///
    /// Distances on the sphere select the candidates; geodesic distances decide between those within the
    /// sphere's error.
    private static func nearest(
        to fence: WatchingFence, among candidates: [StationValue]
    ) -> (value: StationValue, distance: Double)? {
        var limit = Earth.squaredChord(ofDistance: reach / (1 - Earth.sphericalError))
        let doubt = (1 + Earth.sphericalError) / (1 - Earth.sphericalError)
        var close: [StationValue] = []
        for candidate in candidates {
            let chord = fence.anchorVector.squaredChord(to: candidate.vector)
            guard chord <= limit else { continue }
            limit = min(limit, chord * doubt * doubt)
            close.append(candidate)
        }
        return
            close
            .filter { fence.anchorVector.squaredChord(to: $0.vector) <= limit }
            .map { (value: $0, distance: Geodesic.distance(from: fence.anchor, to: $0.position)) }
            .filter { $0.distance <= reach }
            .min { ($0.distance, $0.value.station) < ($1.distance, $1.value.station) }
    }
}
