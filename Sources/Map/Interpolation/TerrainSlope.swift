import Allergens
package import Geography
import Observations

/// Learns how a field changes with altitude, see ``FieldTerrain``.
///
/// It learns as ``ModelSlope`` does, from each station estimated by the others, with candidates of −1, −.95 …
/// 1 decades per kilometre: the range holds twice what any pollen of `breathe evaluate` shows. It is shrunk in
/// the same way, so that few or contradicting days leave the map flat.
package struct TerrainSlope: Sendable {
    /// In decades per kilometre; the smallest first, which wins when the days say nothing.
    private static let steps: [Double] = (-20...20).map { Double($0) / 20 }.sorted { abs($0) < abs($1) }

    private var slope = ShrunkSlope(steps: steps)
    private var altitudes: ClosedRange<Double>?

    package init() {}

    /// Learns from the stations of a field that has no terrain yet.
    package mutating func learn(from field: IntensityField, on terrain: Terrain) {
        let heights = field.index.places.map { place in
            field.samples[place].altitude ?? Double(terrain.altitude(at: field.samples[place].position))
        }
        for pair in field.leftOut({ heights[$0] / 1_000 }) {
            slope.learn(
                surplus: pair.surplus, covariate: pair.covariate, in: ModelSlope.block(of: field.day))
        }
        guard let low = heights.min(), let high = heights.max() else { return }
        altitudes = min(low, altitudes?.lowerBound ?? low)...max(high, altitudes?.upperBound ?? high)
    }

    /// The trend; none with fewer than two blocks of days.
    package var trend: TerrainTrend {
        guard let altitudes else { return .none }
        return TerrainTrend(slope: slope.value / 1_000, altitudes: altitudes)
    }
}
