import Allergens
import Geography
import Observations

/// A station's reading as the sums see it.
struct Source: Sendable {
    /// The unit vector in x, y and z, and the logarithm of the concentration in w.
    let point: SIMD4<Double>
    /// The square of its softening, in chords, see ``Averaging`` and ``Prominence``.
    let squaredSoftening: Float
    /// 1/a² of the distance a, in chords, at which the station has yielded half of its say to its neighbours; 0 where
    /// there are few.
    let yielding: Float
    /// The distance in chords from which on the station is left out where nearer ones suffice.
    let extent: Float
    /// The place of its ``Provenance`` in the field's list.
    let provenance: Int
}

/// What sets readings of one field apart in how far they can be trusted.
struct Provenance: Hashable, Comparable, Sendable {
    /// 1 for a reading of the day, less for an older one, see ``Recency``.
    let freshness: Double
    /// Whether the values were computed instead of measured; the map marks them.
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

/// How a station yields where stations stand close together.
///
/// With weights of 1/d² every ring around a place has the same say, however far, and a dense network would be
/// smoothed as broadly as a sparse one. A station in a crowd therefore divides its weight by 1 + (d/a)¹⁶, where a falls
/// as the crowd grows: in a large one a place is estimated from about ``company`` stations, as in Shepard's method with
/// local radii (Renka 1988, doi 10.1145/45054.45055). It also bounds the work for a pixel, except at the crowd's edge.
enum Crowding {
    /// The stations in reach of a station, itself included, that are no crowd yet: a national network knows none.
    private static let least = 15

    /// The stations within ``extent`` · a of a place, were they spread evenly.
    private static let company = 8

    /// From 1.4a on the weight is at most 1/218 of what it would be, and is left out where nearer stations suffice.
    private static let extent: Float = 1.4

    /// The chord from which on a station is left out where nearer ones suffice.
    static func extent(yielding: Float, reach: Reach) -> Float {
        min(Float(reach.chord), yielding > 0 ? extent / yielding.squareRoot() : .infinity)
    }

    /// The same as a bound on (d/a)².
    static let squaredExtent = extent * extent

    /// 1/a² for a station with `count` stations in reach, itself included; 0 without a crowd.
    static func yielding(count: Int, reach: Reach) -> Float {
        squaredExtent * Float(max(count - least, 0)) / (Float(company) * Float(reach.squaredChord))
    }
}
