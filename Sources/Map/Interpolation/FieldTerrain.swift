package import Geography
import Observations

/// How the ground moves a field.
///
/// The stations' logarithms are reduced to sea level by b · h before they are averaged, and b · h of the place
/// is added again, as regression kriging does with a trend (Hengl et al. 2007, doi
/// 10.1016/j.cageo.2007.05.001). A station has the altitude that its network gives, else that of the table:
/// one on a mountain is not the valley. Altitudes outside the range of the stations that taught b count as its
/// nearest end, because nothing is known of the air up there. At a station its own reading stays.
package struct FieldTerrain: Sendable {
    package let terrain: Terrain
    /// What the ground does, see ``TerrainSlope``.
    package let trend: TerrainTrend

    /// The field's ground, or `nil` where it moves nothing.
    package init?(_ terrain: Terrain, trend: TerrainTrend) {
        guard trend.slope != 0 else { return nil }
        self.terrain = terrain
        self.trend = trend
    }

    /// b · h of a sample.
    func part(of sample: DayValue) -> Double {
        part(ofAltitude: sample.altitude ?? Double(terrain.altitude(at: sample.position)))
    }

    /// b · h of a place.
    func part(at position: Coordinate) -> Double {
        part(ofAltitude: Double(terrain.altitude(at: position)))
    }

    /// b · h of a longitude and latitude in degrees.
    func part(east: Double, north: Double) -> Double {
        part(ofAltitude: Double(terrain.altitude(east: east, north: north)))
    }

    private func part(ofAltitude altitude: Double) -> Double {
        trend.slope * min(max(altitude, trend.altitudes.lowerBound), trend.altitudes.upperBound)
    }
}

/// How logarithms change with altitude.
package struct TerrainTrend: Hashable, Sendable {
    /// b: decades per metre.
    package let slope: Double
    /// The altitudes in metres for which that was learned.
    package let altitudes: ClosedRange<Double>

    package init(slope: Double, altitudes: ClosedRange<Double>) {
        self.slope = slope
        self.altitudes = altitudes
    }

    /// The ground moves nothing.
    package static let none = TerrainTrend(slope: 0, altitudes: 0...0)
}
