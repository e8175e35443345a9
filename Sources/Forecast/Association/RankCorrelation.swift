import Foundation

/// Spearman's correlation between two series of days, in which each day resembles the one before.
struct RankCorrelation {
    /// The correlation of the ranks, −1…1.
    let rho: Double
    /// The number of pairs.
    let count: Int
    /// The number of independent pairs that would say as much.
    let effectiveCount: Double

    /// A pair on a day, counted from the first.
    struct Pair {
        let day: Int
        let x: Double
        let y: Double
    }

    /// - Parameter pairs: The pairs in the order of their days; `nil` if either side is constant.
    init?(_ pairs: [Pair]) {
        let (x, y) = (Self.ranks(pairs.map(\.x)), Self.ranks(pairs.map(\.y)))
        guard let rho = Self.pearson(x, y) else { return nil }
        self.rho = rho
        count = pairs.count
        // Bartlett 1935, as in Pyper and Peterman 1998, https://doi.org/10.1139/f98-104, for the first lag.
        let days = pairs.map(\.day)
        let product = max(0, Self.persistence(x, days) * Self.persistence(y, days))
        effectiveCount = Double(pairs.count) * (1 - product) / (1 + product)
    }

    private init(rho: Double, count: Int, effectiveCount: Double) {
        (self.rho, self.count, self.effectiveCount) = (rho, count, effectiveCount)
    }

    /// The correlation without what both share with a third series.
    ///
    /// - Parameters:
    ///   - other: The third series with the second.
    ///   - between: The first series with the third.
    /// - Returns: The partial correlation, which counts one pair less.
    func partial(given other: RankCorrelation, between: RankCorrelation) -> RankCorrelation {
        let rest = (1 - between.rho * between.rho) * (1 - other.rho * other.rho)
        let partial = rest > 0 ? (rho - between.rho * other.rho) / rest.squareRoot() : 0
        return RankCorrelation(
            rho: min(max(partial, -1), 1), count: count, effectiveCount: effectiveCount - 1)
    }

    /// The probability of so high a correlation where there is none: Fisher's transformation.
    ///
    /// Only one side counts, since nobody feels better for more pollen.
    var probability: Double {
        guard effectiveCount > Self.leastEffective else { return 1 }
        let score = atanh(Self.inside(rho)) * (effectiveCount - 3).squareRoot()
        return erfc(score / 2.0.squareRoot()) / 2
    }

    /// The interval that holds the true correlation 95 times out of 100.
    ///
    /// Bonett and Wright 2000, https://doi.org/10.1007/BF02294183: the variance of the transformed rank
    /// correlation is (1 + ρ²/2) / (n − 3).
    var interval: ClosedRange<Double> {
        guard effectiveCount > Self.leastEffective else { return -1...1 }
        let middle = atanh(Self.inside(rho))
        let reach = 1.959964 * ((1 + rho * rho / 2) / (effectiveCount - 3)).squareRoot()
        return tanh(middle - reach)...tanh(middle + reach)
    }

    private static let leastEffective = 4.0

    private static func inside(_ rho: Double) -> Double { min(max(rho, -0.999_999), 0.999_999) }

    /// The ranks from 1; equal values share the mean of theirs.
    static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start
            while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
            for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
            start = end + 1
        }
        return ranks
    }

    /// Pearson's correlation; `nil` if either side is constant.
    static func pearson(_ x: [Double], _ y: [Double]) -> Double? {
        let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (x, y) in zip(x, y) {
            xx += (x - meanX) * (x - meanX)
            yy += (y - meanY) * (y - meanY)
            xy += (x - meanX) * (y - meanY)
        }
        return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
    }

    /// How much a day resembles the one before: the autocorrelation at lag one, over days that follow each
    /// other.
    private static func persistence(_ values: [Double], _ days: [Int]) -> Double {
        let places = values.indices.dropFirst().filter { days[$0] == days[$0 - 1] + 1 }
        guard places.count >= 3 else { return 0 }
        return pearson(places.map { values[$0 - 1] }, places.map { values[$0] }) ?? 0
    }
}
