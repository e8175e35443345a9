/// The slope of one quantity on another that makes the mean absolute error smallest, shrunk towards 0.
///
/// It is shrunk by max(0, 1 − s²/a²), the positive part of the estimator of James and Stein (Efron & Morris
/// 1973, doi 10.1080/01621459.1973.10481350), where s² is the variance of the slope a by the jackknife over
/// blocks of days (Künsch 1989, doi 10.1214/aos/1176347265).
struct ShrunkSlope: Sendable {
    private let steps: [Double]
    /// The sums of absolute errors for each candidate, by block of days.
    private var blocks: [Int: [Double]] = [:]

    /// Creates a slope with its candidates; of equals the first wins.
    init(steps: [Double]) { self.steps = steps }

    /// Learns that a quantity exceeds what is expected by `surplus` where the other does so by `covariate`.
    mutating func learn(surplus: Double, covariate: Double, in block: Int) {
        var sums = blocks[block] ?? [Double](repeating: 0, count: steps.count)
        for (place, step) in steps.enumerated() { sums[place] += abs(surplus - step * covariate) }
        blocks[block] = sums
    }

    /// The slope; 0 with fewer than two blocks.
    var value: Double {
        // Sorted, because a sum depends on the order of its terms and a dictionary has none.
        let blocks = blocks.sorted { $0.key < $1.key }.map(\.value)
        guard blocks.count > 1 else { return 0 }
        let total = blocks.reduce([Double](repeating: 0, count: steps.count)) { zip($0, $1).map(+) }
        let best = best(total)
        guard best != 0 else { return 0 }
        let count = Double(blocks.count)
        let others = blocks.map { block in self.best(zip(total, block).map(-)) }
        let mean = others.reduce(0, +) / count
        let variance = others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * (count - 1) / count
        return best * max(0, 1 - variance / (best * best))
    }

    private func best(_ sums: [Double]) -> Double { zip(steps, sums).min { $0.1 < $1.1 }?.0 ?? 0 }
}
