package import Allergens
import Geography

/// How the readings around a place make the estimate there.
///
/// The estimate is a weighted mean of the logarithms. A station at the distance d weighs
///
///     (d² + p²) / (d² (d² + s²)) · (1 − (d/R)⁸) / (1 + (d/a)¹⁶),  p = s/4
///
/// which is 1/d² far off, as in inverse distance weighting; within the ``softening`` s the nearest station no longer
/// silences the others, since one trap alone carries the noise of its count and its street; it still has the whole
/// say at its own place. The next factor ends at 0 at the ``Reach`` R, and hardly shows before three quarters of it;
/// the last makes a station yield where many stand close together, see ``Crowding``. An older reading has a smaller
/// say, see ``Recency``.
///
/// A station above its surroundings counts for less of the lowland: its softening is longer, see ``Prominence``,
/// though p stays a quarter of the allergen's own.
///
/// Means are flatter than what they are means of, and too low where it matters. From the moderate class on the
/// estimate therefore rises above the mean by a share of the standard deviation of the logarithms around it, see
/// ``Lift``.
///
/// Form and numbers were chosen by the leave-one-station-out error on fourteen Swiss stations in one season (trees
/// 2020, grasses 2019): per allergen, the setting that on resampled weeks most often had an error of the logarithm
/// within .005 of inverse distance weighting of logarithms and found the high class as well as any plain mean.
/// `breathe evaluate` shows what they are worth on other days.
package struct Averaging: Hashable, Sendable {
    /// The distance s in metres within which neighbours keep their say.
    package let softening: Double
    /// The share of the standard deviation that is added in the high class and above.
    package let lift: Double

    let squaredSoftening: Double
    let squaredPull: Double

    /// How much smaller than the softening p is: nearer than a quarter of it, the station rules.
    private static let pullShare = 0.25

    package init(softening: Double, lift: Double) {
        precondition(softening >= 0 && lift >= 0, "a distance and a share")
        self.softening = softening
        self.lift = lift
        squaredSoftening = Earth.squaredChord(ofDistance: softening)
        squaredPull = squaredSoftening * Self.pullShare * Self.pullShare
    }

    /// For what has not been evaluated: softened between the early trees and birch, and never lifted.
    private static let unevaluated = Averaging(softening: 40_000, lift: 0)

    private static let evaluated: [String: Averaging] = [
        "alder": Averaging(softening: 20_000, lift: 0.8),
        "birch": Averaging(softening: 50_000, lift: 0.1),
        "grass": Averaging(softening: 50_000, lift: 0),
        "hazel": Averaging(softening: 20_000, lift: 0.3),
    ]

    /// The averaging that the map of an allergen is drawn with.
    package static func standard(for allergen: Allergen.ID) -> Averaging {
        evaluated[allergen.rawValue] ?? unevaluated
    }

    /// The weight of a source at a squared chord, were its reading fresh.
    func weight(of source: Source, atSquaredChord squaredChord: Double, reach: Reach) -> Double {
        let chord = max(squaredChord, Reach.leastSquaredChord)
        let share = chord / reach.squaredChord
        let taper = max(0, 1 - share * share * share * share)
        let crowd = chord * Double(source.yielding)
        let square = crowd * crowd * crowd * crowd
        let yield = 1 + square * square
        return taper * (chord + squaredPull) / (chord * (chord + Double(source.squaredSoftening)) * yield)
    }
}
