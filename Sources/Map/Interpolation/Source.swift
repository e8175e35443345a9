import Allergens
import Geography
import Observations

/// A station's reading, as the sums use it.
struct Source: Sendable {
    /// The unit vector in x, y and z, and the logarithm of the concentration in w, reduced to sea level where
    /// the field has a ``FieldTerrain``.
    let point: SIMD4<Double>
    /// The square of its softening, in chords, see ``Averaging`` and ``Prominence``.
    let squaredSoftening: Float
    /// 1/a², or 0 where there are few stations.
    ///
    /// a is the distance, in chords, at which the station yields half of its weight to its neighbours.
    let yielding: Float
    /// The distance in chords beyond which the station is left out where nearer ones suffice.
    let extent: Float
    /// The index of its ``Provenance`` in the field's list.
    let provenance: Int
    /// The logarithm of the field's ``FieldModel`` here, and 0 where it has none.
    let model: Float
    /// 1 where the field's ``FieldModel`` covers the station, 0 elsewhere.
    let modelShare: Float

    func squaredChord(to other: Source) -> Double {
        var difference = point - other.point
        difference.w = 0
        return (difference * difference).sum()
    }
}

/// How far readings of a field can be trusted.
struct Provenance: Hashable, Comparable, Sendable {
    /// 1 for a reading of the day, less for an older one, see ``Recency``.
    let freshness: Double
    /// Whether the values were computed, not measured; the map marks them.
    let isMarked: Bool

    init(freshness: Double, isMarked: Bool) {
        self.freshness = freshness
        self.isMarked = isMarked
    }

    init(_ sample: DayValue, on day: CivilDate) {
        freshness = Recency.share(ofAge: day.daysSinceEpoch - sample.day.daysSinceEpoch)
        isMarked = sample.basis != .measured
    }

    static func < (left: Provenance, right: Provenance) -> Bool {
        (left.freshness, left.isMarked ? 1 : 0) > (right.freshness, right.isMarked ? 1 : 0)
    }
}

/// How a station yields where stations are close together.
///
/// With weights of 1/d², every ring around a place has the same influence, however far away, and a dense
/// network would be smoothed as broadly as a sparse one. A station in a crowd therefore divides its weight by
/// 1 + (d/a)¹⁶, where a falls as the crowd grows. In a large crowd, a place is estimated from about
/// ``company`` stations, as in Shepard's method with local radii (Renka 1988, doi 10.1145/45054.45055). This
/// also bounds the work for a pixel, except at the crowd's edge.
enum Crowding {
    /// The number of stations in reach of a station, including itself, that is not yet a crowd.
    ///
    /// National networks stay below it.
    private static let least = 15

    /// The number of stations within ``extent`` · a of a place if they were spread evenly.
    private static let company = 8

    /// Beyond 1.4a the weight is at most 1/218 of its full value, and is left out where nearer stations
    /// suffice.
    private static let extent: Float = 1.4

    /// The chord beyond which a station is left out where nearer ones suffice.
    static func extent(yielding: Float, reach: Reach) -> Float {
        min(Float(reach.chord), yielding > 0 ? extent / yielding.squareRoot() : .infinity)
    }

    /// The extent as a bound on (d/a)².
    static let squaredExtent = extent * extent

    /// 1/a² for a station with `count` stations in reach, including itself; 0 without a crowd.
    static func yielding(count: Int, reach: Reach) -> Float {
        squaredExtent * Float(max(count - least, 0)) / (Float(company) * Float(reach.squaredChord))
    }
}
