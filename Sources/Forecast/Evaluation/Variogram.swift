import Foundation
import Geography

/// How much two stations' values differ by distance: n + (1 − n)(1 − e^(−d/r)), as a share of the sill.
///
/// This is the exponential model with a nugget (Cressie 1993, 2.3.1). Ordinary kriging needs no sill, since
/// it cancels out of the weights.
struct Variogram: Hashable {
    /// r in metres.
    var range: Double
    /// n, 0…1.
    var nugget: Double

    /// The default before a fit: it reaches about half of the sill at some 100 km.
    static let unfitted = Variogram(range: 200_000, nugget: 0.1)

    func value(atDistance metres: Double) -> Double {
        metres > 0 ? nugget + (1 - nugget) * (1 - exp(-metres / range)) : 0
    }
}

extension Variogram {
    private static let ranges = [25_000.0, 50_000, 100_000, 200_000, 400_000]
    private static let nuggets = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5]
    /// Pairs are pooled in bins of 20 km up to 400 km, which is the size of the evaluated regions.
    private static let binWidth = 20_000.0
    private static let bins = 20
    private static let widestChord = Earth.squaredChord(ofDistance: binWidth * Double(bins))

    /// Fits the model to the pooled half squared differences of the days' values, weighted by pairs.
    init(fittedTo days: [[LocatedValue]]) {
        var sums = [Double](repeating: 0, count: Self.bins)
        var counts = sums
        for values in days {
            for first in values.indices {
                for second in values.indices.dropFirst(first + 1) {
                    let chord = values[first].point.squaredChord(to: values[second].point)
                    guard chord < Self.widestChord else { continue }
                    let bin = Int(Earth.distance(ofSquaredChord: chord) / Self.binWidth)
                    let difference = values[first].value - values[second].value
                    sums[min(bin, Self.bins - 1)] += difference * difference / 2
                    counts[min(bin, Self.bins - 1)] += 1
                }
            }
        }
        let candidates = Self.ranges.flatMap { range in
            Self.nuggets.map { Variogram(range: range, nugget: $0) }
        }
        let misfits = candidates.map { $0.misfit(sums: sums, counts: counts) }
        self = zip(candidates, misfits).min { $0.1 < $1.1 }?.0 ?? .unfitted
    }

    /// The squared misfit with the best-fitting sill.
    private func misfit(sums: [Double], counts: [Double]) -> Double {
        let shapes = sums.indices.map { value(atDistance: (Double($0) + 0.5) * Self.binWidth) }
        var cross = 0.0
        var own = 0.0
        for (shape, (sum, count)) in zip(shapes, zip(sums, counts)) {
            cross += shape * sum
            own += shape * shape * count
        }
        guard own > 0 else { return 0 }
        let sill = cross / own
        return zip(shapes, zip(sums, counts)).reduce(0) { total, bin in
            let (shape, (sum, count)) = bin
            guard count > 0 else { return total }
            let difference = sum / count - sill * shape
            return total + count * difference * difference
        }
    }
}
