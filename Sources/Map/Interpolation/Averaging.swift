package import Allergens
import Geography

/// How the readings around a place are averaged into its estimate.
///
/// The estimate is a weighted mean of the logarithms. A station at the distance d has the weight
///
///     (d² + p²) / (d² (d² + s²)) · (1 − (d/R)⁸) / (1 + (d/a)¹⁶),  p = s/4
///
/// Far away, the first fraction is 1/d², as in inverse distance weighting. Within the ``softening`` s, the
/// nearest station no longer silences the others, since a single trap carries the noise of its count and its
/// street. At its own place it still decides alone. The next factor reaches 0 at the ``Reach`` R, and hardly
/// differs from 1 before three quarters of it. The last factor makes a station yield where many are close
/// together, see ``Crowding``. An older reading has a smaller weight, see ``Recency``.
///
/// A station above its surroundings counts less for the lowland: its softening is longer, see ``Prominence``,
/// but p stays a quarter of the allergen's own softening.
///
/// A mean is flatter than its values, and too low where it matters. From the moderate class on, the estimate
/// therefore exceeds the mean by a share of the standard deviation of the logarithms around the place, see
/// ``Lift``.
///
/// The form and the numbers were chosen by the leave-one-station-out error on fourteen Swiss stations in one
/// season (trees 2020, grasses 2019). For each allergen, the setting was taken that most often, on resampled
/// weeks, had an error of the logarithm within .005 of inverse distance weighting of logarithms and found the
/// high class as well as any plain mean. `breathe evaluate` shows how well they do on the days of a database, and
/// with `--nested` what the same choice is worth on days that had no part in it.
package struct Averaging: Hashable, Sendable {
    /// The distance s in metres within which neighbours keep their influence.
    package let softening: Double
    /// The share of the standard deviation that is added in the high class and above.
    package let lift: Double

    let squaredSoftening: Double
    let squaredPull: Double

    /// The ratio p/s: at less than a quarter of the softening, the station decides.
    private static let pullShare = 0.25

    package init(softening: Double, lift: Double) {
        precondition(softening >= 0 && lift >= 0, "a distance and a share")
        self.softening = softening
        self.lift = lift
        squaredSoftening = Earth.squaredChord(ofDistance: softening)
        squaredPull = squaredSoftening * Self.pullShare * Self.pullShare
    }

    /// For allergens without an evaluation: a softening between the early trees and birch, and no lift.
    private static let unevaluated = Averaging(softening: 40_000, lift: 0)

    private static let evaluated: [String: Averaging] = [
        "alder": Averaging(softening: 20_000, lift: 0.8),
        "birch": Averaging(softening: 50_000, lift: 0.1),
        "grass": Averaging(softening: 50_000, lift: 0),
        "hazel": Averaging(softening: 20_000, lift: 0.3),
    ]

    /// The averaging behind an allergen's map.
    package static func standard(for allergen: Allergen.ID) -> Averaging {
        evaluated[allergen.rawValue] ?? unevaluated
    }

    /// The weight of a source at a squared chord, if its reading were fresh.
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
